import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../../support/eventually.ts';
import { HostileSandbox } from './support/hostile-sandbox.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { endProcesses } from '../../support/sandbox/sandbox-process.ts';

describe('a hostile connection', () => {
  let sandbox: HostileSandbox;
  before(async () => {
    sandbox = await HostileSandbox.start();
  });
  after(async () => {
    await sandbox.end();
    await endProcesses();
  });

  for (const [kind, headers] of Object.entries({
    'one header of a megabyte': { 'x-long': 'x'.repeat(1_000_000) },
    'five thousand headers': Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`x-${String(at)}`, '1']),
    ),
  })) {
    it(`with ${kind} is refused`, async () => {
      const { status } = await sandbox.send({ request: 'GET /videos', headers, body: [] });
      // Nothing, when the connection was gone before the whole header was.
      assert.ok(status === 431 || status === undefined);
    });
  }

  for (const [kind, bytes] of Object.entries({
    'two lengths': 'POST /videos HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    'a length and chunks':
      'POST /videos HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'a negative length': 'POST /videos HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    'chunks of no size': 'POST /auth/api-key HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'no words at all': '\0\0\0\0\r\n\r\n',
    'the words of another protocol': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a broken line in a header': 'GET /videos HTTP/1.1\r\nhost: x\r\nx: a\rb\r\n\r\n',
  })) {
    it(`with ${kind} is refused and closed`, async () => {
      const socket = await RawSocket.open(sandbox.url);
      socket.send(Buffer.from(bytes, 'latin1'));
      await socket.until();
      assert.match(socket.text, /^(HTTP\/1\.1 4\d\d|$)/);
    });
  }

  it('that breaks off in the middle of a file leaves nothing of it', async () => {
    const videoId = await sandbox.make('/videos', { title: 'x' }, 'videoId');
    const head =
      `POST /videos/${videoId}/source HTTP/1.1\r\nhost: x\r\nauthorization: ${sandbox.authorization}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    for (let round = 0; round < 20; round++) {
      const socket = await RawSocket.open(sandbox.url);
      socket.send(head);
      socket.send(Buffer.alloc(1000 + round * 5000));
      await eventually(async () => (await sandbox.inside('extents')).length > 0 || undefined);
      socket.close();
      await eventually(async () => (await sandbox.inside('extents')).length === 0 || undefined);
    }
  });
});
