import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cells } from '../../support/division.ts';
import { film, seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';
import { basic, formOf, isSettled, request, type VideoStatusBody } from '../../support/sandbox/sandbox.ts';
import { eventually } from '../../support/eventually.ts';

const PART = 5 * 1024 * 1024;
const KEY = 'the-key-of-sudden-ends';
const authorization = basic(KEY);

describe('a sudden end', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sandbox-end-'));
  });
  after(async () => {
    await endProcesses();
    await rm(root, { recursive: true, force: true });
  });

  const start = async (dir: string) => {
    const sandbox = new SandboxProcess('--data', dir, '--api-key', KEY);
    return { sandbox, url: (await sandbox.ready()).url };
  };
  const statusOf = async (url: string, videoId: string) =>
    JSON.parse(
      (await request('GET', `${url}/videos/${videoId}/status`, { authorization })).text,
    ) as VideoStatusBody;

  for (const seed of cells([1, 2, 3])) {
    it(`in the middle of a part loses nothing that was acknowledged (seed ${String(seed)})`, async () => {
      const random = seededRandom(seed);
      const dir = path.join(root, String(seed));
      const bytes = seededBytes(3 * PART + 777, seed);
      const parts = [0, 1, 2, 3].map((index) => bytes.subarray(index * PART, (index + 1) * PART));
      let { sandbox, url } = await start(dir);
      const reported = await request('POST', `${url}/videos`, { json: { title: 'x' }, authorization });
      const { videoId } = JSON.parse(reported.text) as { videoId: string };
      const send = (index: number) =>
        request('POST', `${url}/videos/${videoId}/source`, {
          authorization,
          headers: { 'content-range': `part ${String(index + 1)}/4` },
          form: formOf(parts[index] ?? bytes),
        });
      const acknowledged = 1 + Math.floor(random() * 2);
      for (let index = 0; index < acknowledged; index++) assert.equal((await send(index)).status, 201);

      // The next part is on its way when the process is killed.
      const body = Buffer.concat([
        Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'),
        parts[acknowledged] ?? bytes,
      ]);
      const outgoing = httpRequest(`${url}/videos/${videoId}/source`, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'multipart/form-data; boundary=x',
          'content-range': `part ${String(acknowledged + 1)}/4`,
        },
      });
      outgoing.on('error', () => undefined);
      const sent = Math.floor(random() * body.length);
      await new Promise<void>((resolve) =>
        outgoing.write(body.subarray(0, sent), () => {
          resolve();
        }),
      );
      await sandbox.end('SIGKILL');

      ({ sandbox, url } = await start(dir));
      const { ingest } = await statusOf(url, videoId);
      assert.deepEqual(
        ingest?.receivedParts.parts,
        parts.slice(0, acknowledged).map((_, index) => index + 1),
      );
      assert.equal(
        (await readdir(path.join(dir, 'extents'))).length,
        acknowledged,
        'the broken part is swept away',
      );
      for (let index = acknowledged; index < 4; index++) assert.equal((await send(index)).status, 201);
      const response = await fetch(`${url}/videos/${videoId}/source`, { headers: { authorization } });
      assert.equal(sha256(new Uint8Array(await response.arrayBuffer())), sha256(bytes));
      await sandbox.end('SIGTERM');
    });
  }

  it('in the middle of packaging only delays it', async () => {
    const dir = path.join(root, 'packaging');
    let { sandbox, url } = await start(dir);
    const reported = await request('POST', `${url}/videos`, { json: { title: 'x' }, authorization });
    const { videoId } = JSON.parse(reported.text) as { videoId: string };
    const form = formOf(await film('h264-aac.mp4'));
    await request('POST', `${url}/videos/${videoId}/source`, { authorization, form });
    await sandbox.end('SIGKILL');
    ({ sandbox, url } = await start(dir));
    const { encoding } = await eventually(async () => {
      const status = await statusOf(url, videoId);
      return isSettled(status) ? status : undefined;
    });
    assert.equal(encoding.playable, true);
    await sandbox.end('SIGTERM');
  });
});
