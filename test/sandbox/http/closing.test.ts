import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import https from 'node:https';
import { describe, it } from 'node:test';
import { listen } from '../../../packages/vh-elements-sandbox/src/listen/listen.ts';
import { HeldTimers } from '../../support/held-timers.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { settled } from '../../support/until.ts';

/** The moment for which a server that closes waits for requests in progress. */
const GRACE_MS = 3_000;

/** A request most of which never comes. */
const begun = (url: string) =>
  `POST / HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncontent-length: 1000\r\n\r\nthe first bytes`;

/** Closes a server, and waits until it is closed without its moment of grace having passed. */
async function closeAtOnce(server: { close(): Promise<void> }, meanwhile = () => {}): Promise<void> {
  const timers = new HeldTimers(GRACE_MS);
  try {
    const closed = server.close();
    meanwhile();
    await closed;
  } finally {
    timers.restore();
  }
}

/** Resolves with the response to a request, once the server has that request. */
function serve(answer: (response: ServerResponse) => void = () => {}, tls = false) {
  let take: (response: ServerResponse) => void = () => {};
  const asked = new Promise<ServerResponse>((resolve) => (take = resolve));
  const server = listen(
    (request, response) => {
      request.resume();
      take(response);
      answer(response);
    },
    { tls },
  );
  return server.then((listening) => ({ server: listening, asked }));
}

describe('a sandbox that closes', { timeout: 30_000 }, () => {
  it('does not wait for a connection that has asked for nothing', async () => {
    const { server } = await serve((response) => response.end());
    const socket = await RawSocket.open(server.url);
    // Connections are taken in turn: an answer on a later one says that this one was taken.
    assert.equal((await fetch(server.url)).status, 200);
    await closeAtOnce(server);
    socket.close();
  });

  it('does not wait for a request that was answered before all of it had come', async () => {
    const { server } = await serve((response) => response.writeHead(507).end());
    const socket = await RawSocket.open(server.url);
    socket.send(begun(server.url));
    await socket.until((text) => text.includes('507'));
    await closeAtOnce(server);
    socket.close();
  });

  for (const { name, tls, protocol } of [
    { name: 'http', tls: false, protocol: http },
    { name: 'https', tls: true, protocol: https },
  ]) {
    it(`lets the last answer through, and waits no longer: ${name}`, async () => {
      const { server, asked } = await serve(undefined, tls);
      const agent = new protocol.Agent({ keepAlive: true });
      const request = protocol.get(server.url, { agent, rejectUnauthorized: false });
      const reported = once(request, 'response') as Promise<[http.IncomingMessage]>;
      const response = await asked;
      const [[answer]] = await Promise.all([
        reported,
        closeAtOnce(server, () => response.end('x'.repeat(1_000_000))),
      ]);
      let length = 0;
      for await (const chunk of answer) length += (chunk as Buffer).length;
      assert.equal(length, 1_000_000);
      agent.destroy();
    });
  }

  it('waits for a request in progress, until its moment is over', async () => {
    const { server, asked } = await serve();
    const socket = await RawSocket.open(server.url);
    socket.send(begun(server.url));
    await asked;
    const timers = new HeldTimers(GRACE_MS);
    let isClosed = false;
    const closed = server.close().then(() => (isClosed = true));
    timers.restore();
    await settled();
    assert.equal(isClosed, false);
    timers.elapse();
    await closed;
    socket.close();
  });
});
