import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readUserAgent } from '../../demo/sandbox/resources/user-agent.ts';
import { SandboxUnderTest, slugOf, textOf } from '../support/sandbox.ts';

/** Of the one live stream that there is. */
let liveStreamId = '';
const DAY = 24 * 60 * 60 * 1000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';

interface Viewing {
  session: { sessionId: string; loadedAt: string; endedAt: string; metadata?: unknown };
  referrer: { url: string | null };
}

describe('plays', () => {
  let sandbox: SandboxUnderTest;
  let one: string;
  let two: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    const stream = await sandbox.ask('POST', '/live-streams', { json: { name: 'Harbour' } });
    liveStreamId = textOf(stream.body, 'liveStreamId');
    one = await sandbox.video();
    two = await sandbox.video();
    for (const [videoId, agent, age] of [
      [one, CHROME, 0],
      [one, CHROME, 0],
      [one, IPHONE, 1],
      [two, IPHONE, 3],
      [two, 'curl/8', 40],
    ] as const) {
      await play('vod', { video_id: videoId }, agent, age);
    }
    await play('live', { live_stream_id: liveStreamId }, CHROME, 0);
  });
  after(() => sandbox.end());

  const play = async (kind: 'vod' | 'live', session: Record<string, unknown>, agent: string, age: number) => {
    const at = new Date(Date.now() - age * DAY).toISOString();
    const told = await sandbox.ask('POST', `/collector/${kind}`, {
      authorization: false,
      headers: { 'user-agent': agent },
      body: JSON.stringify({
        emitted_at: at,
        session: { ...session, loaded_at: at },
        events: [{ type: 'play', emitted_at: at, at: 0 }],
      }),
    });
    assert.equal(told.status, 200);
  };
  const day = (age: number) => new Date(Date.now() - age * DAY).toISOString().slice(0, 10);
  const plays = async (query: string, what = 'videos') => {
    const told = await sandbox.ask('GET', `/analytics/${what}/plays?${query}`);
    assert.equal(told.status, 200, told.text);
    const { data } = JSON.parse(told.text) as { data: { value: string; plays: number }[] };
    return data.map(({ value, plays: count }) => [value, count]);
  };
  const week = () => `from=${day(7)}&to=${day(0)}`;

  it('are counted by every dimension', async () => {
    assert.deepEqual(await plays(`${week()}&dimension=videoId`), [
      [one, 3],
      [two, 1],
    ]);
    assert.deepEqual(await plays(`${week()}&dimension=browser`), [
      ['chrome', 2],
      ['safari', 2],
    ]);
    assert.deepEqual(await plays(`${week()}&dimension=deviceType`), [
      ['computer', 2],
      ['phone', 2],
    ]);
    assert.deepEqual(await plays(`${week()}&dimension=operatingSystem`), [
      ['ios', 2],
      ['windows', 2],
    ]);
    assert.deepEqual(await plays(`${week()}&dimension=country`), [['unknown', 4]]);
    assert.deepEqual(await plays(`${week()}&dimension=emittedAt`), [
      [`${day(3)} 00:00:00+00:00`, 1],
      [`${day(1)} 00:00:00+00:00`, 1],
      [`${day(0)} 00:00:00+00:00`, 2],
    ]);
  });

  it('are counted by the hour where the span is short', async () => {
    const [[value] = []] = await plays(`from=${day(1)}&to=${day(1)}&dimension=emittedAt`);
    assert.match(String(value), new RegExp(`^${day(1)} \\d\\d:00:00\\+00:00$`));
  });

  it('leave today out unless it is named, and pass a filter', async () => {
    assert.deepEqual(
      await plays(`from=${day(7)}&dimension=videoId`),
      [
        [one, 1],
        [two, 1],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
    assert.deepEqual(await plays(`${week()}&dimension=browser&filter=videoId:${two}`), [['safari', 1]]);
  });

  it('of live streams are counted apart', async () => {
    assert.deepEqual(await plays(`${week()}&dimension=liveStreamId`, 'live-streams'), [[liveStreamId, 1]]);
    assert.deepEqual(
      await plays(`${week()}&dimension=deviceType&filter=liveStreamId:${liveStreamId}`, 'live-streams'),
      [['computer', 1]],
    );
  });

  for (const [query, slug, name] of [
    ['dimension=videoId', 'invalid-attribute', 'from'],
    ['from=soon&dimension=videoId', 'invalid-attribute', 'from'],
    ['from=today&to=soon&dimension=videoId', 'invalid-attribute', 'to'],
    ['from=today', 'invalid-attribute', 'dimension'],
    ['from=today&dimension=mood', 'request-invalid-query-parameter', 'dimension'],
    ['from=today&dimension=liveStreamId', 'request-invalid-query-parameter', 'dimension'],
    ['from=today&dimension=constructor', 'request-invalid-query-parameter', 'dimension'],
    ['from=2020-01-01&dimension=videoId', 'request-invalid-query-parameter', 'from'],
    ['from=today&to=2020-01-01&dimension=videoId', 'request-invalid-query-parameter', 'to'],
    ['from=today&dimension=videoId&filter=mood:blue', 'request-invalid-query-parameter', 'filter'],
    ['from=today&dimension=videoId&filter=videoId:viNone', 'request-invalid-query-parameter', 'filter'],
  ] as const) {
    it(`are refused for ${query}`, async () => {
      const told = await sandbox.ask('GET', `/analytics/videos/plays?${query.replace('today', day(0))}`);
      assert.equal(told.status, 400);
      assert.equal(slugOf(told), slug);
      assert.equal(told.body['name'], name);
    });
  }

  it('belong to viewings, which live streams have without metadata', async () => {
    const told = await sandbox.ask('GET', `/analytics/live-streams/${liveStreamId}?period=${day(0)}`);
    const { data } = JSON.parse(told.text) as { data: Viewing[] };
    assert.equal(data.length, 1);
    assert.ok(data[0] && !('metadata' in data[0].session));
    const none = await sandbox.ask('GET', `/analytics/live-streams/liNone?period=${day(0)}`);
    assert.equal(none.status, 404);
    assert.equal(none.body['name'], 'liveStreamId');
    assert.equal((await sandbox.ask('GET', `/analytics/live-streams/${liveStreamId}`)).status, 400);
    const stray = await sandbox.ask('POST', '/collector/live', {
      body: '{"session":{"live_stream_id":"liNone"}}',
    });
    assert.equal(slugOf(stray), 'invalid-attribute');
  });
});

describe('the second collector', () => {
  let sandbox: SandboxUnderTest;
  let videoId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    videoId = await sandbox.video();
  });
  after(() => sandbox.end());

  const start = Date.UTC(2026, 2, 1, 12);
  const event = (second: number, typ: number, vti: number) => ({
    eat: start + second * 1000,
    typ,
    vti,
    vwi: 640,
    vhe: 360,
    pau: false,
    eco: 0,
  });
  const send = (pid: string, eve: unknown, rest: Record<string, unknown> = {}) =>
    sandbox.ask('POST', '/collector/watch', {
      authorization: false,
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': CHROME },
      body: JSON.stringify({
        sat: start,
        sid: 'tab',
        pid,
        mid: videoId,
        ref: 'https://host.example/',
        ver: '2',
        eve,
        ...rest,
      }),
    });
  const viewings = async () => {
    const told = await sandbox.ask('GET', `/analytics/videos/${videoId}?period=2026-03-01`);
    return (JSON.parse(told.text) as { data: Viewing[] }).data;
  };
  const eventsOf = async ({ session }: Viewing) => {
    const told = await sandbox.ask('GET', `/analytics/sessions/${session.sessionId}/events`);
    const { data } = JSON.parse(told.text) as {
      data: { type: string; at?: number; from?: number; to?: number }[];
    };
    return data.map(({ type, at, from, to }) => [type, at ?? [from, to]]);
  };

  it('makes one viewing of a playback, in the words of the first', async () => {
    const first = [event(0, 1, 0), event(1, 2, 0.2), event(4, 4, 3.4)];
    const told = await send('playback', first);
    assert.equal(told.status, 201);
    assert.equal(told.text, '');
    assert.equal(told.headers.get('access-control-allow-origin'), '*');
    await send('playback', first);
    await send('playback', [
      event(9, 3, 8.9),
      event(5, 7, 5.6),
      event(10, 2, 8.9),
      event(11, 7, 1.2),
      event(12, 6, 60),
      event(14, 2, 0),
      event(15, 5, 1),
      event(16, 99, 1),
    ]);
    await sandbox.close();
    await sandbox.open();
    await send('playback', [event(20, 4, 6)]);
    const [viewing, ...others] = await viewings();
    assert.ok(viewing);
    assert.equal(others.length, 0);
    assert.equal(viewing.session.loadedAt, '2026-03-01T12:00:00+00:00');
    assert.equal(viewing.session.endedAt, '2026-03-01T12:00:20+00:00');
    assert.equal(viewing.referrer.url, 'https://host.example/');
    assert.deepEqual(await eventsOf(viewing), [
      ['ready', 0],
      ['play', 0],
      ['seek.forward', [3, 5]],
      ['pause', 8],
      ['resume', 8],
      ['seek.backward', [8, 1]],
      ['end', 60],
      ['play', 0],
    ]);
  });

  it('takes a batch without events, and begins nothing with it', async () => {
    const before = (await viewings()).length;
    assert.equal((await send('nothing', [])).status, 201);
    assert.equal((await viewings()).length, before);
  });

  for (const [what, eve, rest] of [
    ['no list', {}, {}],
    ['too many', Array.from({ length: 101 }, (_, second) => event(second, 4, 0)), {}],
    ['no event', [null], {}],
    ['no time', [{ typ: 1 }], {}],
    ['a time out of this world', [{ eat: 1e300, typ: 1 }], {}],
    ['no type', [{ eat: start }], {}],
    ['no playback', [], { pid: '' }],
    ['a long name', [], { pid: 'x'.repeat(200) }],
    ['nothing that there is', [], { mid: 'viNone' }],
    ['no live stream that there is', [], { mid: 'liNone' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.equal((await send('refused', eve, rest)).status, 400);
    });
  }
});

describe('user agents', () => {
  for (const [header, device, os, browser] of [
    [CHROME, 'computer', 'Windows', 'Chrome'],
    [IPHONE, 'phone', 'iOS', 'Safari'],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Mobile/15E148 Safari/604.1',
      'tablet',
      'iOS',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
      'computer',
      'Mac OSX',
      'Safari',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
      'computer',
      'Linux',
      'Firefox',
    ],
    [`${CHROME} Edg/130.0.0.0`, 'computer', 'Windows', 'Edge'],
    [`${CHROME} OPR/114.0.0.0`, 'computer', 'Windows', 'Opera'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
      'phone',
      'Android',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'tablet',
      'Android',
      'Chrome',
    ],
    [
      'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0 TV Safari/537.36',
      'tv',
      'Linux',
      'Samsung Browser',
    ],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.0 Safari/605.1.15',
      'console',
      'unknown',
      'Safari',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0',
      'console',
      'Windows',
      'Edge',
    ],
    [
      'Mozilla/5.0 (Linux; Android 11; Wear OS) AppleWebKit/537.36 Chrome/100.0 Mobile Safari/537.36',
      'wearable',
      'Android',
      'Chrome',
    ],
    ['Dalvik/2.1.0 (Linux; U; Android 11; Pixel 5)', 'phone', 'Android', 'unknown'],
    ['curl/8.0', 'unknown', 'unknown', 'unknown'],
    ['', 'unknown', 'unknown', 'unknown'],
  ] as const) {
    it(`know ${header.slice(0, 60) || 'nothing'}`, () => {
      const agent = readUserAgent(header);
      assert.deepEqual([agent.device.type, agent.os.name, agent.client.name], [device, os, browser]);
    });
  }
});
