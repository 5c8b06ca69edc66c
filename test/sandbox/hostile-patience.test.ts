import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listen, type Listening } from '../../demo/sandbox/listen.ts';
import { RawSocket } from '../support/raw-socket.ts';

// Short for us, and long for a busy machine: whole headers must always come through.
const PATIENCE = { headers: 2_000, silence: 3_000 };

describe('a connection that only keeps us waiting', { concurrency: true }, () => {
  let place: Listening;
  const begun: string[] = [];
  before(async () => {
    place = await listen(
      (request) => {
        begun.push(request.url ?? '');
        request.resume();
      },
      { patience: PATIENCE },
    );
  });
  after(() => place.close());

  it('is told off and closed while its headers trickle', async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => RawSocket.open(place.url)));
    for (const socket of sockets) socket.send('POST /slow HTTP/1.1\r\nhost: x\r\nx-long: ');
    // A sign at a time, without end.
    const trickle = setInterval(() => {
      for (const socket of sockets) socket.send('x');
    }, 50);
    await Promise.all(sockets.map((socket) => socket.until()));
    clearInterval(trickle);
    assert.ok(sockets.every(({ text }) => /^(HTTP\/1\.1 408|$)/.test(text)));
    assert.ok(!begun.includes('/slow'));
  });

  it('is closed when nothing more comes', async () => {
    const socket = await RawSocket.open(place.url);
    socket.send('POST /silent HTTP/1.1\r\nhost: x\r\ncontent-length: 5000000000\r\n\r\nx');
    await socket.until();
    assert.ok(begun.includes('/silent'));
  });

  it('does not keep others waiting', async () => {
    const slow = await Promise.all(Array.from({ length: 200 }, () => RawSocket.open(place.url)));
    for (const socket of slow) socket.send('GET');
    const quick = await RawSocket.open(place.url);
    quick.send('GET /quick HTTP/1.1\r\nhost: x\r\n\r\n');
    await quick.until();
    assert.ok(begun.includes('/quick'));
    await Promise.all(slow.map((socket) => socket.until()));
  });
});
