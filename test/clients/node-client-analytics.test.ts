import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OfficialClient, refusalOf } from '../support/sandbox/official-client.ts';
import { attributesOf } from './support/typed-answer.ts';
import { SandboxUnderTest } from '../support/sandbox/sandbox.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const today = () => new Date().toISOString().slice(0, 10);

describe('analytics, asked by the official client for Node', () => {
  let sandbox: SandboxUnderTest;
  let official: OfficialClient;
  let videoId: string;
  let liveStreamId: string;
  before(async () => {
    sandbox = await SandboxUnderTest.start();
    official = new OfficialClient(sandbox.url);
    const metadata = [{ key: 'user', value: '__user__' }];
    ({ videoId } = await official.client.videos.create({ title: 'Watched', metadata }));
    ({ liveStreamId } = await official.client.liveStreams.create({ name: 'Watched live' }));
    await watch('vod', { video_id: videoId }, 'ada');
    await watch('vod', { video_id: videoId }, 'grace');
    await watch('live', { live_stream_id: liveStreamId }, 'ada');
  });
  after(() => sandbox.end());

  /** The events of one viewing by a player of the first generation. */
  const watch = async (kind: 'vod' | 'live', media: Record<string, string>, user: string) => {
    const moment = new Date().toISOString();
    const response = await fetch(`${sandbox.url}/collector/${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': CHROME },
      body: JSON.stringify({
        emitted_at: moment,
        session: { loaded_at: moment, referrer: 'https://page.example/', metadata: [{ user }], ...media },
        events: [
          { type: 'ready', emitted_at: moment, at: 0 },
          { type: 'play', emitted_at: moment, at: 0 },
          { type: 'seek.forward', emitted_at: moment, from: 1, to: 4 },
          { type: 'pause', emitted_at: moment, at: 5 },
        ],
      }),
    });
    assert.equal(response.status, 200);
  };

  it('returns the sessions of a video', async () => {
    const { rawStatistics } = official.client;
    const all = await rawStatistics.listVideoSessions({ videoId, period: today() });
    assert.deepEqual(attributesOf(all, 'RawStatisticsListSessionsResponse'), ['data', 'pagination']);
    assert.equal(all.pagination.itemsTotal, 2);
    const period = `${today()}/${today()}`;
    const { data } = await rawStatistics.listVideoSessions({ videoId, period, metadata: { user: 'grace' } });
    const [one] = data;
    assert.equal(data.length, 1);
    assert.deepEqual(attributesOf(one, 'VideoSession'), [
      ...['client', 'device', 'location', 'os', 'referrer', 'session'],
    ]);
    assert.deepEqual({ ...one?.session?.metadata?.[0] }, { key: 'user', value: 'grace' });
    assert.equal(one?.referrer?.url, 'https://page.example/');
    assert.deepEqual([one.client?.name?.toLowerCase(), one.device?.type], ['chrome', 'desktop']);
  });

  it('returns the sessions of a live stream', async () => {
    const { rawStatistics } = official.client;
    const all = await rawStatistics.listLiveStreamSessions({ liveStreamId, period: today() });
    assert.deepEqual(attributesOf(all, 'RawStatisticsListLiveStreamAnalyticsResponse'), [
      'data',
      'pagination',
    ]);
    assert.equal(all.data.length, 1);
    assert.deepEqual(attributesOf(all.data[0]?.session, 'LiveStreamSessionSession'), [
      ...['endedAt', 'loadedAt', 'sessionId'],
    ]);
  });

  it('returns the events of a session', async () => {
    const { rawStatistics } = official.client;
    const { data } = await rawStatistics.listVideoSessions({ videoId, period: today() });
    const sessionId = data[0]?.session?.sessionId ?? '';
    const events = await rawStatistics.listSessionEvents({ sessionId, pageSize: 3 });
    assert.deepEqual(attributesOf(events, 'RawStatisticsListPlayerSessionEventsResponse'), [
      'data',
      'pagination',
    ]);
    assert.deepEqual(
      events.data.map(({ type, at, from, to }) => [type, at, from, to]),
      [
        ['ready', 0, undefined, undefined],
        ['play', 0, undefined, undefined],
        ['seek.forward', undefined, 1, 4],
      ],
    );
    assert.equal(events.pagination.pagesTotal, 2);
  });

  it('counts plays of videos by every dimension', async () => {
    const { analytics } = official.client;
    const values = async (dimension: Parameters<typeof analytics.getVideosPlays>[0]['dimension']) => {
      const counted = await analytics.getVideosPlays({ from: today(), to: today(), dimension });
      assert.deepEqual(attributesOf(counted, 'AnalyticsPlaysResponse'), ['data', 'pagination']);
      assert.equal(
        counted.data.reduce((sum, { plays }) => sum + plays, 0),
        2,
      );
      return counted.data.map(({ value }) => value);
    };
    assert.deepEqual(await values('videoId'), [videoId]);
    assert.deepEqual(await values('browser'), ['chrome']);
    assert.deepEqual(await values('operatingSystem'), ['linux']);
    assert.deepEqual(await values('deviceType'), ['computer']);
    assert.equal((await values('country')).length, 1);
    for (const value of await values('emittedAt')) assert.match(value, /^\d{4}-\d\d-\d\d \d\d:00:00\+00:00$/);
  });

  it('counts plays of live streams', async () => {
    const counted = await official.client.analytics.getLiveStreamsPlays({
      from: today(),
      to: today(),
      dimension: 'liveStreamId',
      filter: `liveStreamId:${liveStreamId}`,
    });
    assert.deepEqual(attributesOf(counted, 'AnalyticsPlaysResponse'), ['data', 'pagination']);
    assert.deepEqual(
      counted.data.map(({ value, plays }) => [value, plays]),
      [[liveStreamId, 1]],
    );
  });

  it('refuses invalid periods and missing media', async () => {
    const { rawStatistics, analytics } = official.client;
    const named = async (asked: Promise<unknown>) => (await refusalOf(asked)).filter((_, at) => at !== 1);
    assert.deepEqual(await named(rawStatistics.listVideoSessions({ videoId, period: 'ever' })), [
      400,
      'period',
    ]);
    assert.deepEqual(await named(analytics.getVideosPlays({ from: 'once', dimension: 'country' })), [
      400,
      'from',
    ]);
    assert.deepEqual(await named(rawStatistics.listSessionEvents({ sessionId: 'ps0' })), [404, 'sessionId']);
    const [missing, period] = ['li0', today()];
    assert.deepEqual(await named(rawStatistics.listLiveStreamSessions({ liveStreamId: missing, period })), [
      ...[404, 'liveStreamId'],
    ]);
  });

  it('counts no plays of missing media', async () => {
    const { analytics } = official.client;
    const ask = { from: today(), dimension: 'country' } as const;
    for (const asked of [
      analytics.getVideosPlays({ ...ask, filter: 'videoId:vi0' }),
      analytics.getLiveStreamsPlays({ ...ask, filter: 'liveStreamId:li0' }),
    ])
      assert.deepEqual(await refusalOf(asked), [400, 'request-invalid-query-parameter', 'filter']);
  });

  it('has no operation that was not asked for', () => {
    assert.deepEqual(official.unused('rawStatistics', 'analytics'), []);
  });
});
