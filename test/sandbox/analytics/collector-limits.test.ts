import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { readJsonBody } from '../../../packages/vh-elements-sandbox/src/http/body/read-json-body.ts';
import {
  CollectorLimits,
  networkOf,
} from '../../../packages/vh-elements-sandbox/src/ingest/collector-limits.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { readCmcd } from '../../../packages/vh-elements-sandbox/src/ingest/read-cmcd.ts';
import { readViewing } from '../../../packages/vh-elements-sandbox/src/ingest/read-viewing.ts';
import { CmcdLines } from '../../../packages/vh-elements-sandbox/src/store/analytics/cmcd-lines.ts';
import { ViewingEvents } from '../../../packages/vh-elements-sandbox/src/store/analytics/viewing-events.ts';
import {
  EVENT_BYTES,
  SessionSizes,
} from '../../../packages/vh-elements-sandbox/src/store/analytics/session-sizes.ts';
import { Sessions } from '../../../packages/vh-elements-sandbox/src/store/analytics/sessions.ts';
import { WatchPlaybacks } from '../../../packages/vh-elements-sandbox/src/store/analytics/watch-playbacks.ts';
import { Delivery } from '../../support/sandbox/collector.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { RawSocket } from '../../support/raw-socket.ts';
import { SandboxUnderTest, slugOf, textOf, type Answered } from '../../support/sandbox/sandbox.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

describe('a collector that is flooded', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    sandbox = await SandboxUnderTest.start({ clock });
    videoId = await sandbox.video();
  });
  afterEach(() => sandbox.end());

  const send = (body: object, where = '/collector/vod') =>
    sandbox.ask('POST', where, { authorization: false, body: JSON.stringify(body) });
  const ping = (events: object[], session: object = {}) =>
    send({ session: { video_id: videoId, ...session }, events });
  const plays = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({ type: 'play', id: String(from + at) }));
  const watch = (round: number, playback = 'playback') => {
    const eve = Array.from({ length: 100 }, (_, at) => ({ eat: round * 100 + at, typ: 4 }));
    return send({ sid: 'tab', pid: playback, mid: videoId, eve }, '/collector/watch');
  };
  const viewing = (round: number, delivery = new Delivery(videoId)) => {
    const first = round * 300;
    const next = Array.from({ length: 300 }, (_, at) => ({
      ...{ seq: first + at, type: 'pause', at: 0, emittedAt: new Date(first + at).toISOString() },
    }));
    delivery.events.splice(0, Infinity, ...next);
    return send(delivery, '/collector/events');
  };
  const cmcd = (round: number, sid = `viewing-${String(round)}`) =>
    sandbox.ask('POST', '/collector/cmcd', {
      authorization: false,
      body: Array.from(
        { length: 300 },
        (_, at) => `e=t,sid="${sid}",sn=${String(round * 300 + at)},ts=1,v=2`,
      ).join('\n'),
    });
  /** Sends until it is refused; answers how often that went well, and the refusal. */
  const until = async (
    one: (round: number) => Promise<Answered>,
  ): Promise<{ taken: number; refused: Answered }> => {
    for (let taken = 0; taken < 500; taken++) {
      const reported = await one(taken);
      if (reported.status >= 400) return { taken, refused: reported };
    }
    throw new Error('it was never refused');
  };

  for (const [what, one] of Object.entries({
    'large bodies': () => ping([], { referrer: 'r'.repeat(60_000) }),
    'small events': (round: number) => ping(plays(900, round * 900)),
    'events of the second generation': (round: number) => watch(round, String(round)),
    'events of our own format': (round: number) => viewing(round),
    'lines of CMCD': (round: number) => cmcd(round),
  })) {
    it(`takes some MB of ${what} from one sender, then as much a second as many players send`, async () => {
      const { taken, refused } = await until(one);
      assert.ok(taken >= 10 && taken <= 130, String(taken));
      assert.equal(refused.status, 429);
      assert.equal(slugOf(refused), 'too-many-requests');
      const wait = Number(refused.headers.get('retry-after'));
      assert.ok(wait >= 1 && wait <= 10, String(wait));
      assert.match(refused.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
      clock.advance(wait * 1000);
      assert.ok((await one(taken)).status < 300);
    });
  }

  it('takes a megabyte of one viewing, and other viewings after that', async () => {
    const session = textOf((await ping([])).body, 'session');
    const { taken, refused } = await until(async (round) => {
      clock.advance(10_000);
      return ping(plays(500, round * 500), { session_id: session });
    });
    assert.equal(refused.status, 413);
    assert.equal(slugOf(refused), 'payload-too-large');
    assert.ok(taken > 2 && taken <= 20, String(taken));
    clock.advance(10_000);
    assert.equal((await ping([])).status, 200);
    const playback = await until(async (round) => {
      clock.advance(10_000);
      return watch(round);
    });
    assert.equal(playback.refused.status, 413);
    const delivery = new Delivery(videoId);
    for (const one of [
      (round: number) => viewing(round, delivery),
      (round: number) => cmcd(round, 'one viewing'),
    ]) {
      const more = await until(async (round) => {
        clock.advance(10_000);
        return one(round);
      });
      assert.equal(more.refused.status, 413);
    }
  });

  it('takes no body that is larger than players send, and keeps a little metadata of a viewing', async () => {
    for (const where of ['vod', 'live', 'watch', 'events', 'cmcd'].map((name) => `/collector/${name}`)) {
      const reported = await send({ session: { video_id: videoId, x: 'x'.repeat(66 * KIB) } }, where);
      assert.equal(reported.status, 413);
      assert.equal(slugOf(reported), 'payload-too-large');
    }
    const wide = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${String(at)}`, 'v']));
    const long = { key: 'long', value: 'v'.repeat(2_000) };
    await ping([], { metadata: [wide, long, long, long, long, long, { key: 'last', value: 'v' }] });
    const { text } = await sandbox.ask('GET', `/analytics/videos/${videoId}?period=2000/2100`);
    const { data } = JSON.parse(text) as { data: { session: { metadata: { key: string }[] } }[] };
    const metadata = data[0]?.session.metadata ?? [];
    assert.equal(metadata.length, 64);
    assert.ok(JSON.stringify(metadata).length < 12 * KIB);
  });
});

describe('the limits of the collectors', () => {
  let database: Database;
  let sizes: SessionSizes;
  let sessions: Sessions;
  let limits: CollectorLimits;
  const clock = new FakeClock();
  beforeEach(() => {
    database = new Database(':memory:');
    sizes = new SessionSizes(database);
    sessions = new Sessions(database, sizes);
    limits = new CollectorLimits(clock, sizes, {
      sender: { burst: 10 * KIB, perSecond: KIB },
      everybody: { burst: 100 * KIB, perSecond: 10 * KIB },
      session: MIB,
      stored: 200 * KIB,
    });
  });
  afterEach(() => {
    database.close();
  });

  const pingOf = (events: number) => ({
    mediaId: 'vi1',
    sessionId: undefined,
    loadedAt: 0,
    emittedAt: 0,
    referrer: '',
    metadata: [],
    events: Array.from({ length: events }, (_, at) => ({
      id: String(at),
      type: 'play',
      emittedAt: at,
      at: 0,
    })),
  });
  const sumOfSessions = () =>
    Number(database.get('SELECT coalesce(sum(bytes), 0) AS n FROM sessions')?.['n']);

  it('are for each sender, and for all together', () => {
    assert.equal(limits.admit('192.0.2.1', 11 * KIB), 0);
    const wait = limits.admit('192.0.2.1', 1);
    assert.equal(wait, 2);
    assert.equal(limits.admit('192.0.2.2', 1), 0);
    clock.advance(wait * 1000);
    assert.equal(limits.admit('192.0.2.1', 1), 0);
    for (let at = 10; at < 30; at++) limits.admit(`192.0.2.${String(at)}`, 10 * KIB);
    assert.ok(limits.admit('192.0.2.99', 1) > 0);
  });

  it('remember a number of senders, and take an IPv6 network for one', () => {
    for (let at = 0; at < 12_000; at++) limits.admit(`198.51.${String(at >> 8)}.${String(at & 255)}`, 0);
    assert.equal(limits.senders, 10_000);
    for (const [address, network] of [
      ['203.0.113.7', '203.0.113.7'],
      ['::ffff:203.0.113.7', '203.0.113.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
      ['2001:db8:1:2::', '2001:db8:1:2'],
      ['2001:0DB8::1', '2001:db8:0:0'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
      ['::1', '0:0:0:0'],
      ['', ''],
    ] as const)
      assert.equal(networkOf(address), network);
  });

  it('leave no more than there is room for, and housekeeping lets the oldest viewings go', async () => {
    const ids: string[] = [];
    while (limits.admit('192.0.2.1', 0) === 0) {
      database.transaction(() => {
        const id = sessions.create('vod', pingOf(0), 'agent');
        sessions.add(id, pingOf(2));
        ids.push(id);
      });
    }
    assert.equal(limits.admit('192.0.2.1', 0), 60 * 60);
    assert.equal(sizes.total(), sumOfSessions());
    assert.ok(sizes.total() < 205 * KIB);
    await limits.makeRoom();
    assert.equal(limits.admit('192.0.2.1', 0), 0);
    assert.equal(sizes.total(), sumOfSessions());
    assert.equal(sessions.exists(ids[0] ?? ''), false);
    assert.equal(sessions.exists(ids.at(-1) ?? ''), true);
    assert.equal(sizes.total() > 0, true);
  });

  it('count every event once, of both generations, and forget removed ones', () => {
    const watchPlaybacks = new WatchPlaybacks(database, sessions, sizes);
    const event = { type: 4, position: 0, width: 0, height: 0, paused: false, error: 0 };
    const batch = {
      ...{ tabId: 't', playbackId: 'p', mediaId: 'vi1', referrer: '' },
      events: [1, 2, 3].map((emittedAt) => ({ ...event, emittedAt })),
    };
    const id = sessions.create('vod', pingOf(0), '');
    sessions.add(id, pingOf(3));
    const once = sizes.total();
    sessions.add(id, pingOf(3));
    assert.equal(sizes.total(), once);
    watchPlaybacks.add('vod', batch, '');
    const watched = sizes.total();
    watchPlaybacks.add('vod', batch, '');
    assert.equal(sizes.total(), watched);
    const reported = new Delivery('vi1').event('play', { at: 0 }).event('leave', { at: 0 });
    const viewing = readViewing(JSON.parse(JSON.stringify(reported)) as Record<string, unknown>);
    const lines = readCmcd('e=t,sid="a",sn=0,ts=0,v=2\ne=t,sid="a",sn=1,ts=0,v=2');
    const addBoth = () => {
      new ViewingEvents(database, sessions, sizes).add(id, viewing);
      const cmcdLines = new CmcdLines(database, sessions, sizes);
      for (const line of lines) cmcdLines.add(id, line);
    };
    addBoth();
    const all = sizes.total();
    assert.ok(all > watched + 4 * EVENT_BYTES);
    addBoth();
    assert.equal(sizes.total(), all);
    assert.ok(watched > once);
    assert.equal(sizes.total(), sumOfSessions());
    while (sizes.removeOldest() > 0);
    assert.equal(sizes.total(), 0);
    const tables = [
      'sessions',
      'session_events',
      'watch_events',
      'watch_playbacks',
      'viewing_events',
      'cmcd_lines',
    ];
    for (const table of tables)
      assert.deepEqual(database.get(`SELECT count(*) AS n FROM ${table}`), { n: 0 });
  });
});

describe('a body that trickles', () => {
  const server = createServer((request, response) => {
    readJsonBody(request, { timeoutMs: 200 }).then(
      () => response.end(),
      () => response.destroy(),
    );
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('is cut off, however busily it does so', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = await RawSocket.open(`http://127.0.0.1:${String(port)}`);
    socket.send('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n');
    const stop = RawSocket.trickle([socket]);
    await socket.until();
    stop();
    assert.equal(socket.text, '');
  });
});
