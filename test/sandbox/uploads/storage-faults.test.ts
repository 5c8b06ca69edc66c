import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DatabaseFaults } from '../support/database-faults.ts';
import { DiskFaults, type DiskCall } from '../support/disk-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { film, seededBytes, sha256 } from '../../support/sandbox/sandbox-bytes.ts';
import { tus, tusMetadata } from '../../support/sandbox/sandbox-tus.ts';
import {
  basic,
  formOf,
  KEY,
  SandboxUnderTest,
  slugOf,
  type Answered,
} from '../../support/sandbox/sandbox.ts';

const PART = 5 * 1024 * 1024;
const BYTES = { 'content-type': 'application/offset+octet-stream' };

const inExtents = ({ path: where }: DiskCall) => path.basename(path.dirname(where)) === 'extents';
const opening = (call: DiskCall) => call.operation === 'open' && inExtents(call);
const writing = (call: DiskCall) => call.operation === 'write' && inExtents(call);
const syncing = (call: DiskCall) => /sync/.test(call.operation);

/** The failing call, its error, and the answer. */
const DISK: readonly [string, string, (call: DiskCall) => boolean, number, string][] = [
  ['a full disk', 'ENOSPC', writing, 507, 'storage-full'],
  ['a quota that is used up', 'EDQUOT', writing, 507, 'storage-full'],
  ['a broken disk', 'EIO', writing, 503, 'storage-failed'],
  ['a disk that keeps nothing', 'EIO', syncing, 503, 'storage-failed'],
  ['a disk that became read only', 'EROFS', opening, 503, 'storage-read-only'],
  ['no file handles left', 'EMFILE', opening, 503, 'too-many-open-files'],
  ['no file handles left on the machine', 'ENFILE', opening, 503, 'too-many-open-files'],
];
const DATABASE: readonly [string, string, number, string][] = [
  ['a database that is full', 'SQLITE_FULL', 507, 'storage-full'],
  ['a database on a broken disk', 'SQLITE_IOERR', 503, 'database-failed'],
  ['a database that is locked', 'SQLITE_BUSY', 503, 'database-failed'],
  ['a database that may not be written', 'SQLITE_READONLY', 503, 'database-failed'],
];

/** A way for bytes to come in: sends them, and returns the last answer. */
interface Wire {
  name: string;
  send: (sandbox: SandboxUnderTest, videoId: string, token: string) => Promise<Answered>;
}

let bytes: Buffer;
const WIRES: readonly Wire[] = [
  { name: 'a whole file', send: (sandbox, videoId) => sandbox.upload(videoId, bytes) },
  {
    name: 'a part',
    send: (sandbox, videoId, token) => sandbox.part(token, bytes, 'part 1/1', { videoId }),
  },
  {
    name: 'tus',
    send: async (sandbox, videoId, token) => {
      const made = await tus('POST', `${sandbox.url}/upload?token=${token}`, {
        'upload-length': String(bytes.length),
        'upload-metadata': tusMetadata({ videoId }),
      });
      if (made.status !== 201) return toAnswered(made);
      const location = made.headers.get('location') ?? '';
      return toAnswered(await tus('PATCH', location, { ...BYTES, 'upload-offset': '0' }, bytes));
    },
  },
  {
    name: 'tus with its creation',
    send: async (sandbox, videoId, token) =>
      toAnswered(
        await tus(
          'POST',
          `${sandbox.url}/upload?token=${token}`,
          {
            ...BYTES,
            'upload-length': String(bytes.length),
            'upload-metadata': tusMetadata({ videoId }),
          },
          bytes,
        ),
      ),
  },
];

async function toAnswered(response: Response): Promise<Answered> {
  return { status: response.status, headers: response.headers, text: await response.text(), body: {} };
}

describe('an upload while the storage fails', () => {
  let sandbox: SandboxUnderTest;
  let lines: string[];
  let disk: DiskFaults;
  let database: DatabaseFaults;
  beforeEach(async () => {
    lines = [];
    bytes = await film('h264-aac.mp4');
    database = new DatabaseFaults();
    sandbox = await SandboxUnderTest.start({ packaging: false, log: (line) => lines.push(line) });
    disk = await DiskFaults.in(sandbox.dir);
  });
  afterEach(async () => {
    disk.end();
    database.end();
    await sandbox.end();
  });

  const storedOf = async (videoId: string) => {
    const response = await fetch(`${sandbox.url}/videos/${videoId}/source`, {
      headers: { authorization: basic(KEY) },
    });
    return sha256(new Uint8Array(await response.arrayBuffer()));
  };

  /**
   * Asserts that the refusal says why, that one line was logged, and that the same goes well once the fault is over.
   */
  const survives = async (wire: Wire, status: number, slug: string, fail: () => void) => {
    const videoId = await sandbox.video();
    const token = await sandbox.token();
    fail();
    const answer = await wire.send(sandbox, videoId, token);
    assert.equal(answer.status, status);
    assert.equal(slugOf(answer), slug);
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/);
    assert.ok(!answer.text.includes(sandbox.dir), 'the answer shows where the data lie');
    assert.equal(lines.length, 1, lines.join('\n'));
    disk.heal();
    database.heal();
    assert.equal((await sandbox.ask('GET', '/videos')).status, 200);
    const again = await wire.send(sandbox, videoId, token);
    assert.ok(again.status < 300, again.text);
    assert.equal(await storedOf(videoId), sha256(bytes));
  };

  for (const wire of WIRES) {
    for (const [what, code, when, status, slug] of DISK) {
      it(`by ${wire.name} is refused with ${status} by ${what}, and taken afterwards`, async () => {
        await survives(wire, status, slug, () => {
          disk.fail(code, when);
        });
      });
    }
    for (const [what, code, status, slug] of DATABASE) {
      it(`by ${wire.name} is refused with ${status} by ${what}, and taken afterwards`, async () => {
        await survives(wire, status, slug, () => {
          database.fail(code);
        });
      });
    }
  }

  it('learns what failed, and not that its form is broken, while most of the form has yet to come', async () => {
    const videoId = await sandbox.video();
    bytes = seededBytes(4 * PART);
    disk.fail('ENOSPC', writing);
    const answer = await sandbox.upload(videoId, bytes);
    assert.equal(slugOf(answer), 'storage-full');
    assert.deepEqual(await readdir(path.join(sandbox.dir, 'extents')), []);
  });

  it('keeps the parts that were acknowledged', async () => {
    const videoId = await sandbox.video();
    const token = await sandbox.token();
    const whole = seededBytes(2 * PART + 1000);
    const send = (part: number) =>
      sandbox.part(token, whole.subarray((part - 1) * PART, part * PART), `part ${String(part)}/3`, {
        videoId,
      });
    assert.equal((await send(1)).status, 201);
    disk.fail('ENOSPC', writing);
    const refused = await Promise.all([send(2), send(3)]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [507, 507],
    );
    disk.heal();
    assert.equal((await send(3)).status, 201);
    assert.equal((await send(2)).status, 201);
    assert.equal(await storedOf(videoId), sha256(whole));
  });

  it('by tus resumes from the last acknowledged byte before the disk was full', async () => {
    const videoId = await sandbox.video();
    const whole = seededBytes(100_000);
    const made = await tus('POST', `${sandbox.url}/upload?token=${await sandbox.token()}`, {
      'upload-length': String(whole.length),
      'upload-metadata': tusMetadata({ videoId }),
    });
    const location = made.headers.get('location') ?? '';
    const patch = (from: number, to: number) =>
      tus('PATCH', location, { ...BYTES, 'upload-offset': String(from) }, whole.subarray(from, to));
    assert.equal((await patch(0, 40_000)).status, 204);
    disk.fail('ENOSPC', writing);
    assert.equal((await patch(40_000, 100_000)).status, 507);
    assert.equal((await tus('HEAD', location)).headers.get('upload-offset'), '40000');
    disk.heal();
    assert.equal((await patch(40_000, 100_000)).status, 204);
    assert.equal(await storedOf(videoId), sha256(whole));
  });

  it('of a picture or captions is answered in the same way', async () => {
    const videoId = await sandbox.video();
    disk.fail('ENOSPC', (call) => call.operation === 'write');
    const form = () => formOf(new TextEncoder().encode('WEBVTT\n'), { name: 'a.vtt' });
    for (const where of [`/videos/${videoId}/thumbnail`, `/videos/${videoId}/captions/en`, '/watermarks']) {
      const answer = await sandbox.ask('POST', where, { form: form() });
      assert.equal(answer.status, 507, where);
      assert.equal(slugOf(answer), 'storage-full');
    }
  });

  for (const [what, code, when] of [
    ['at its beginning', 'EMFILE', opening],
    ['in its middle', 'ENOSPC', writing],
  ] as const) {
    it(`that is refused ${what} leaves a connection that is good for the next request`, async () => {
      const token = await sandbox.token();
      const made = await tus('POST', `${sandbox.url}/upload?token=${token}`, { 'upload-length': '1000' });
      disk.fail(code, when);
      const { hostname, port } = new URL(sandbox.url);
      const socket = connect(Number(port), hostname);
      let answers = '';
      socket.setEncoding('utf8').on('data', (text: string) => (answers += text));
      const head = [
        `PATCH ${new URL(made.headers.get('location') ?? '').pathname} HTTP/1.1`,
        `host: ${hostname}`,
        'tus-resumable: 1.0.0',
        'content-type: application/offset+octet-stream',
        'upload-offset: 0',
        'content-length: 1000',
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(500)}`);
      await eventually(() => /HTTP\/1.1 50[37]/.test(answers) || undefined);
      socket.write(`${'x'.repeat(500)}GET /nothing HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      await eventually(() => answers.includes('HTTP/1.1 404') || undefined);
      socket.destroy();
    });
  }

  it('that cannot be counted is counted afterwards', async () => {
    const videoId = await sandbox.video();
    const token = await sandbox.token();
    const made = await tus('POST', `${sandbox.url}/upload?token=${token}`, {
      'upload-length': String(bytes.length),
      'upload-metadata': tusMetadata({ videoId }),
    });
    const location = made.headers.get('location') ?? '';
    database.fail('SQLITE_FULL', (sql) => sql.startsWith('UPDATE tus_uploads SET received'));
    const headers = { ...BYTES, 'upload-offset': '0' };
    assert.equal((await tus('PATCH', location, headers, bytes)).status, 507);
    database.heal();
    assert.equal((await tus('HEAD', location)).headers.get('upload-offset'), '0');
    assert.equal((await tus('PATCH', location, headers, bytes)).status, 204);
    assert.equal(await storedOf(videoId), sha256(bytes));
  });
});
