import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SourceHosts } from '../../../packages/vh-elements-sandbox/src/ingest/source-hosts.ts';
import { Relays } from '../../../packages/vh-elements-sandbox/src/live/relay/relays.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fake-clock.ts';

/** Hosts of which one cannot even be looked up without an error. */
class FailingHosts extends SourceHosts {
  failsFor = '';

  override lookupOf(url: URL): ReturnType<SourceHosts['lookupOf']> {
    if (url.pathname.startsWith(this.failsFor)) throw new Error('out of handles');
    return super.lookupOf(url);
  }
}

describe('relays', () => {
  const connections: number[] = [];
  // Sends no greeting: every connection is closed.
  const server = createServer((socket) => {
    connections.push(connections.length);
    socket.on('error', () => undefined).end();
  });
  let port = 0;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  const streamOf = (...apps: string[]) => ({
    liveStreamId: 'li1',
    restreams: apps.map((app) => ({
      name: app,
      serverUrl: `rtmp://127.0.0.1:${String(port)}/${app}`,
      streamKey: 'a-stream-key',
    })),
  });

  it('that cannot be built leave the others alone, and are reported once', async () => {
    const lines: string[] = [];
    const hosts = new FailingHosts(['localhost']);
    hosts.failsFor = '/bad';
    const relays = new Relays({ clock: new FakeClock(), hosts, log: (line) => lines.push(line) });
    connections.length = 0;
    for (let part = 0; part < 10; part++) relays.update(streamOf('bad', 'good', 'bad/too'));
    await eventually(() => Promise.resolve(connections.length > 0 || undefined));
    assert.equal(lines.length, 2);
    assert.ok(lines.every((line) => line.startsWith('a live stream is not passed on: ')));
    assert.ok(!lines.join().includes('a-stream-key'));
    relays.end('li1');
  });

  it('that cannot connect again are given up, and end nothing else', async () => {
    const lines: string[] = [];
    const hosts = new FailingHosts(['localhost']);
    hosts.failsFor = '/never';
    const clock = new FakeClock();
    const relays = new Relays({ clock, hosts, log: (line) => lines.push(line) });
    connections.length = 0;
    relays.update(streamOf('one', 'two'));
    await eventually(() => Promise.resolve(connections.length === 2 || undefined));
    hosts.failsFor = '/one';
    await eventually(() => {
      clock.advance(1_000);
      return Promise.resolve((lines.length > 0 && connections.length > 2) || undefined);
    });
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /no longer passed on: Error: out of handles/);
    relays.end('li1');
  });
});
