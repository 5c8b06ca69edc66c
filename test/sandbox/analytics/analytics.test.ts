import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

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
    const reported = await sandbox.ask('POST', `/collector/${kind}`, {
      authorization: false,
      headers: { 'user-agent': agent },
      body: JSON.stringify({
        emitted_at: at,
        session: { ...session, loaded_at: at },
        events: [{ type: 'play', emitted_at: at, at: 0 }],
      }),
    });
    assert.equal(reported.status, 200);
  };
  const day = (age: number) => new Date(Date.now() - age * DAY).toISOString().slice(0, 10);
  const plays = async (query: string, what = 'videos') => {
    const reported = await sandbox.ask('GET', `/analytics/${what}/plays?${query}`);
    assert.equal(reported.status, 200, reported.text);
    const { data } = JSON.parse(reported.text) as { data: { value: string; plays: number }[] };
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
      const reported = await sandbox.ask('GET', `/analytics/videos/plays?${query.replace('today', day(0))}`);
      assert.equal(reported.status, 400);
      assert.equal(slugOf(reported), slug);
      assert.equal(reported.body['name'], name);
    });
  }

  it('belong to viewings, which live streams have without metadata', async () => {
    const reported = await sandbox.ask('GET', `/analytics/live-streams/${liveStreamId}?period=${day(0)}`);
    const { data } = JSON.parse(reported.text) as { data: Viewing[] };
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
