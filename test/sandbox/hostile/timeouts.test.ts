import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  listen,
  type Listening,
  type ConnectionTimeouts,
} from '../../../packages/vh-elements-sandbox/src/listen/listen.ts';
import { RawSocket } from '../../support/raw-socket.ts';

/** Longer than any test takes: what ends a connection is the other limit. */
const NEVER = 600_000;

describe('a connection that only keeps us waiting', () => {
  const places: Listening[] = [];
  const begun: string[] = [];
  after(() => Promise.all(places.map((place) => place.close())));

  async function listenWith(timeouts: ConnectionTimeouts): Promise<string> {
    const place = await listen(
      (request, response) => {
        begun.push(request.url ?? '');
        request.resume();
        if (request.method === 'GET') response.end('Served.');
      },
      { timeouts },
    );
    places.push(place);
    return place.url;
  }

  it('is refused and closed while its headers trickle', async () => {
    const url = await listenWith({ headersMs: 200, idleMs: NEVER });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => RawSocket.open(url)));
    for (const socket of sockets) socket.send('POST /slow HTTP/1.1\r\nhost: x\r\nx-long: ');
    // A sign at a time, without end.
    const stop = RawSocket.trickle(sockets);
    await Promise.all(sockets.map((socket) => socket.until()));
    stop();
    assert.ok(sockets.every(({ text }) => /^(HTTP\/1\.1 408|$)/.test(text)));
    assert.ok(!begun.includes('/slow'));
  });

  it('is closed when nothing more comes', async () => {
    const url = await listenWith({ headersMs: NEVER, idleMs: 300 });
    const socket = await RawSocket.open(url);
    socket.send('POST /silent HTTP/1.1\r\nhost: x\r\ncontent-length: 5000000000\r\n\r\nx');
    await socket.until();
    assert.ok(begun.includes('/silent'));
  });

  it('is one of so many at once', async () => {
    const few = await listen((_request, response) => response.end('served'), { maxConnections: 3 });
    places.push(few);
    const first = await Promise.all(Array.from({ length: 3 }, () => RawSocket.open(few.url)));
    const more = await Promise.all(Array.from({ length: 5 }, () => RawSocket.open(few.url)));
    await Promise.all(more.map((socket) => socket.until()));
    for (const socket of first) socket.send('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await Promise.all(first.map((socket) => socket.until()));
    assert.ok(first.every(({ text }) => text.includes('served')));
    assert.ok(more.every(({ text }) => text === ''));
  });

  it('does not get through a handshake without end', async () => {
    const secret = await listen(() => undefined, { timeouts: { headersMs: 200, idleMs: NEVER }, tls: true });
    places.push(secret);
    const socket = await RawSocket.open(secret.url);
    await socket.until();
    assert.equal(socket.text, '');
  });

  it('does not keep others waiting', async () => {
    const url = await listenWith({ headersMs: NEVER, idleMs: NEVER });
    const slow = await Promise.all(Array.from({ length: 200 }, () => RawSocket.open(url)));
    for (const socket of slow) socket.send('GET');
    const quick = await RawSocket.open(url);
    quick.send('GET /quick HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await quick.until();
    assert.match(quick.text, /Served\./);
    assert.ok(slow.every(({ ended }) => !ended));
    for (const socket of slow) socket.close();
  });
});
