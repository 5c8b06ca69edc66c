import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { createSandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { eventually } from '../../support/eventually.ts';
import { film, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { endProcesses, SandboxProcess } from '../../support/sandbox/sandbox-process.ts';
import {
  basic,
  formOf,
  isSettled,
  KEY,
  request,
  slugOf,
  textOf,
  type VideoStatusBody,
} from '../../support/sandbox/sandbox.ts';

// What the kernel really does when it has no more: the other tests only say its words.

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-limits-'));
});
afterEach(async () => {
  await endProcesses();
  await rm(dataDir, { recursive: true, force: true });
});
after(endProcesses);

const ARGS = () => ['--data', dataDir, '--api-key', KEY];
const upload = async (url: string, videoId: string) =>
  request('POST', `${url}/videos/${videoId}/source`, { form: formOf(await film('h264-aac.mp4')) });
const storedIn = async (url: string, videoId: string) => {
  const response = await fetch(`${url}/videos/${videoId}/source`, { headers: { authorization: basic(KEY) } });
  return sha256(new Uint8Array(await response.arrayBuffer()));
};
const settled = (url: string, videoId: string) =>
  eventually(async () => {
    const { text } = await request('GET', `${url}/videos/${videoId}/status`);
    const status = JSON.parse(text) as VideoStatusBody;
    return isSettled(status) ? status : undefined;
  });

describe('a disk on which nothing can be written', () => {
  /** Makes a video whose source is complete and not packaged yet. */
  const waitingVideo = async () => {
    const sandbox = await createSandbox({ dataDir, apiKey: KEY, ffmpeg: false, packaging: false });
    const { url } = await sandbox.listen({});
    const made = await request('POST', `${url}/videos`, { json: { title: 'waits' } });
    const videoId = textOf(made.body, 'videoId');
    assert.equal((await upload(url, videoId)).status, 201);
    await sandbox.close();
    return videoId;
  };

  for (const [what, before] of [
    ['after an end in good order', () => Promise.resolve()],
    [
      'after a kill',
      async () => {
        const killed = new SandboxProcess(...ARGS());
        const { url } = await killed.ready();
        await request('POST', `${url}/videos`, { json: { title: 'written to the log of the database' } });
        await killed.end('SIGKILL');
      },
    ],
  ] as const) {
    it(`ends no start ${what}, though a video waits for it, and not the process`, async () => {
      const videoId = await waitingVideo();
      await before();
      const log = path.join(dataDir, 'log');
      // No file may be longer than 512 bytes: neither the database, nor an upload, nor the log.
      const limits = `exec 2>"${log}"; ulimit -f 1`;
      const full = new SandboxProcess({ limits }, ...ARGS());
      const { url } = await full.ready();
      const list = await request('GET', `${url}/videos`);
      assert.equal(list.status, 200);
      assert.ok(list.text.includes(videoId));
      assert.equal(await storedIn(url, videoId), sha256(await film('h264-aac.mp4')));
      for (let round = 0; round < 30; round++) {
        const refused = await upload(url, videoId);
        assert.ok([503, 507, 400].includes(refused.status), refused.text);
        const made = await request('POST', `${url}/videos`, { json: { title: 'x' } });
        assert.equal(slugOf(made), 'database-failed');
      }
      assert.ok((await readFile(log)).length <= 512);
      assert.equal(await full.end('SIGTERM'), 0);
      const roomy = new SandboxProcess(...ARGS());
      const again = await roomy.ready();
      const { encoding } = await settled(again.url, videoId);
      assert.ok(encoding.playable);
      assert.equal(await storedIn(again.url, videoId), sha256(await film('h264-aac.mp4')));
    });
  }
});

describe('no file handles left', () => {
  it('is answered, and over when there are some again', async () => {
    const sandbox = new SandboxProcess({ limits: 'ulimit -n 256' }, ...ARGS());
    const { url } = await sandbox.ready();
    const made = await request('POST', `${url}/videos`, { json: { title: 'x' } });
    const videoId = textOf(made.body, 'videoId');
    const mp4 = await film('h264-aac.mp4');
    // Its connection is there before the handles are gone.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, where: string, body?: { type: string; bytes: Buffer }) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const headers = {
          authorization: basic(KEY),
          ...(body && { 'content-type': body.type, 'content-length': body.bytes.length }),
        };
        const sent = httpRequest(url + where, { method, agent, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        sent.on('error', reject);
        sent.end(body?.bytes);
      });
    const form = Buffer.concat([
      Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'),
      mp4,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const send = () =>
      ask('POST', `/videos/${videoId}/source`, { type: 'multipart/form-data; boundary=b', bytes: form });
    assert.equal((await ask('GET', '/videos')).status, 200);
    const { hostname, port } = new URL(url);
    const crowd: Socket[] = [];
    const crowdIn = async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      crowd.push(socket);
      await once(socket, 'connect');
    };
    for (let count = 0; count < 300; count++) await crowdIn();
    // The system connects before the sandbox, which a busy machine lets wait, has taken them all.
    const handles = `/proc/${String(sandbox.pid)}/fd`;
    await eventually(async () => {
      const open = await readdir(handles).catch(() => undefined);
      return open === undefined || open.length >= 255 ? true : undefined;
    });
    const refused = await send();
    assert.equal(refused.status, 503, refused.text);
    assert.match(refused.text, /too-many-open-files/);
    assert.equal((await ask('GET', '/videos')).status, 200);
    for (const socket of crowd) socket.destroy();
    const taken = await eventually(async () => {
      const reported = await send();
      return reported.status === 503 ? undefined : reported;
    });
    assert.equal(taken.status, 201, taken.text);
    agent.destroy();
    const { encoding } = await settled(url, videoId);
    assert.ok(encoding.playable);
    assert.equal(await sandbox.end('SIGTERM'), 0);
  });
});
