import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { beforeEach, describe, it } from 'node:test';
import { Busboy } from '@fastify/busboy';
import { ConnectionCut, feed } from '../../../packages/vh-elements-sandbox/src/http/body/feed.ts';

const HEAD = '--edge\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n';

describe('feeding a form to its parser', () => {
  let request: IncomingMessage;
  let busboy: ReturnType<typeof Busboy>;

  beforeEach(() => {
    request = new IncomingMessage(new Socket());
    request._read = () => undefined;
    busboy = Busboy({ headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
  });

  it('ends when the connection is cut behind the last byte, while the file waits to be stored', async () => {
    const arrived = once(busboy, 'file') as Promise<[string, Readable]>;
    const fed = feed(request, busboy, () => true);
    request.push(`${HEAD}film`);
    const [, file] = await arrived;
    // More than anybody takes who does not read.
    for (let at = 0; at < 40; at++) request.push(Buffer.alloc(64 * 1024));
    request.push('\r\n--edge--\r\n');
    request.push(null);
    request.complete = true;
    file.on('error', () => undefined);
    request.destroy();
    await assert.rejects(fed, ConnectionCut);
  });

  it('ends when the connection was cut before', async () => {
    request.destroy();
    await once(request, 'close');
    await assert.rejects(
      feed(request, busboy, () => false),
      ConnectionCut,
    );
  });

  it('counts the bytes', async () => {
    busboy.on('file', (_field, file) => file.resume());
    const fed = feed(request, busboy, () => false);
    request.push(`${HEAD}film\r\n--edge--\r\n`);
    request.push(null);
    request.complete = true;
    assert.equal(await fed, HEAD.length + 'film\r\n--edge--\r\n'.length);
  });
});
