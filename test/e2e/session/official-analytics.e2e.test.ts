import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright';
import { launchChromium } from '../support/browser.ts';
import { ClientPage } from '../support/client-page.ts';
import { OfficialClient } from '../../support/sandbox/official-client.ts';
import { SandboxUnderTest } from '../../support/sandbox/sandbox.ts';

const today = () => new Date().toISOString().slice(0, 10);

describe("the service's own player analytics", () => {
  let sandbox: SandboxUnderTest;
  let browser: Browser;
  let client: ClientPage;
  let official: OfficialClient;
  before(async () => {
    [sandbox, browser] = await Promise.all([SandboxUnderTest.start(), launchChromium()]);
    official = new OfficialClient(sandbox.url);
    client = await ClientPage.open(browser, 'player-analytics');
  });
  after(async () => {
    await client.close();
    await browser.close();
    await sandbox.end();
  });

  /** Lets the page report one viewing, from the loading to the end, and answers the session that it was given. */
  const view = (kind: 'vod' | 'live', mediaId: string) =>
    client.page.evaluate(
      async ({ url, kind, mediaId }) => {
        let analytics: InstanceType<typeof window.PlayerAnalytics> | undefined;
        const session = new Promise<string>((resolve) => {
          analytics = new window.PlayerAnalytics({
            pingUrl: `${url}/collector/${kind}`,
            videoId: mediaId,
            videoType: kind,
            metadata: { user: 'ada' },
            onSessionIdReceived: resolve,
          });
        });
        await analytics?.ready();
        await analytics?.play();
        await analytics?.updateTime(2.5);
        await analytics?.seek(2.5, 30.2);
        await analytics?.seek(30.2, 7);
        await analytics?.pause();
        await analytics?.resume();
        await analytics?.end();
        await analytics?.destroy();
        return session;
      },
      { url: sandbox.url, kind, mediaId },
    );

  it('reports a viewing from a page of another origin', async () => {
    const { rawStatistics } = official.client;
    const videoId = await sandbox.video('Watched');
    const sessionId = await view('vod', videoId);
    const { data } = await rawStatistics.listVideoSessions({
      videoId,
      period: today(),
      metadata: { user: 'ada' },
    });
    assert.deepEqual(
      data.map(({ session }) => session?.sessionId),
      [sessionId],
    );
    assert.equal(data[0]?.client?.name, 'Chrome');
    const events = await rawStatistics.listSessionEvents({ sessionId });
    assert.deepEqual(
      events.data.map(({ type, at, from, to }) => [type, at ?? [from, to]]),
      [
        ['ready', 0],
        ['play', 0],
        ['seek.forward', [2, 30]],
        ['seek.backward', [30, 7]],
        ['pause', 2],
        ['resume', 2],
        ['end', 2],
        ['pause', 2],
      ],
    );
  });

  it('continues the same session after a reload', async () => {
    const { rawStatistics } = official.client;
    const videoId = await sandbox.video('Watched twice');
    const first = await view('vod', videoId);
    await client.page.reload();
    assert.equal(await view('vod', videoId), first);
    const { pagination } = await rawStatistics.listVideoSessions({ videoId, period: today() });
    assert.equal(pagination.itemsTotal, 1);
    assert.equal((await rawStatistics.listSessionEvents({ sessionId: first })).pagination.itemsTotal, 16);
  });

  it('reports a live stream', async () => {
    const { rawStatistics, liveStreams, analytics } = official.client;
    const { liveStreamId } = await liveStreams.create({ name: 'Watched live' });
    const sessionId = await view('live', liveStreamId);
    const { data } = await rawStatistics.listLiveStreamSessions({ liveStreamId, period: today() });
    assert.equal(data[0]?.session?.sessionId, sessionId);
    const plays = await analytics.getLiveStreamsPlays({
      from: today(),
      to: today(),
      dimension: 'liveStreamId',
    });
    assert.deepEqual(
      plays.data.map(({ value, plays }) => [value, plays]),
      [[liveStreamId, 1]],
    );
  });
});
