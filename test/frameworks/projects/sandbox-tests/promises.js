// What the helpers of vh-elements-sandbox/testing promise, held by a project that knows nothing else of it. Each begins anew.
import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { makeAllThatEnds } from './endings.js';
import { signatureOf, startReceiver } from './receiver.js';

const EVENTS = [
  'live-stream.broadcast.started',
  'live-stream.broadcast.ended',
  'video.source.recorded',
  'video.encoding.quality.completed',
  'session.ended',
  'video.caption.generated',
  'video.summary.generated',
];
const RESETS = Number(process.env.RESETS ?? 200);
/** How long making all of it may take, in seconds. */
const SLACK_S = 120;
const SLOW = { timeout: 60_000 };

/** Figures go where FIGURES says, a line of JSON each. */
async function tell(what, figure) {
  if (process.env.FIGURES) await appendFile(process.env.FIGURES, `${JSON.stringify({ what, figure })}\n`);
}

async function withReceiver(status, use) {
  const receiver = await startReceiver(status);
  try {
    return await use(receiver);
  } finally {
    receiver.close();
  }
}

const totalOf = async (sandbox, path) => (await sandbox.ask('GET', path)).pagination.itemsTotal;

export const promises = {
  'a seed makes films that play, and all else': async (sandbox) => {
    const seed = {
      players: [{ name: 'Dark' }],
      videos: [{ title: 'A film', film: 1, tokens: [{ ttl: 60 }] }],
      liveStreams: [{ name: 'A stream' }],
      webhooks: [{ url: 'http://127.0.0.1:9/', events: EVENTS }],
    };
    const { videos, webhooks } = await sandbox.seed(seed, SLOW);
    assert.equal(webhooks.length, 1);
    const { assets } = await sandbox.ask('GET', `/videos/${videos[0].videoId}`);
    assert.equal((await fetch(assets.hls)).status, 200);
    for (const path of ['/players', '/videos', '/live-streams', '/webhooks', '/upload-tokens'])
      assert.equal(await totalOf(sandbox, path), 1, path);
  },

  'a reset leaves nothing, as often as one likes': async (sandbox) => {
    const took = [];
    for (let count = 0; count < RESETS; count++) {
      await sandbox.seed({
        videos: [{ title: 'A film' }],
        tokens: [{ ttl: 60 }],
        liveStreams: [{ name: 'A' }],
      });
      const begun = performance.now();
      await sandbox.reset();
      took.push(performance.now() - begun);
    }
    for (const path of ['/videos', '/live-streams', '/upload-tokens'])
      assert.equal(await totalOf(sandbox, path), 0, path);
    took.sort((one, other) => one - other);
    const at = (share) => `${took[Math.floor((took.length - 1) * share)].toFixed(1)} ms`;
    await tell(`${RESETS} resets`, `median ${at(0.5)}; 95 % ${at(0.95)}; worst ${at(1)}`);
  },

  'a year ahead ends all that ends, each once': (sandbox) =>
    withReceiver(200, (kind) =>
      withReceiver(500, async (broken) => {
        const start = (await sandbox.clock.now()).getTime();
        const { things, calls } = await makeAllThatEnds(sandbox, { kind, broken });
        const begun = performance.now();
        const { fired } = await sandbox.clock.advance('365d');
        await tell('a year ahead', `${fired} waits in ${(performance.now() - begun).toFixed(0)} ms`);
        for (const { what, isThere, stays = false } of things) assert.equal(await isThere(), stays, what);
        // One try, and three more; it is given up then.
        await Promise.all([kind.count(calls.length), broken.count(4 * calls.length)]);
        assert.deepEqual(
          kind.received.map(({ event }) => [event.type, event.videoId]),
          calls.map(({ type, videoId }) => [type, videoId]),
        );
        for (const [index, { after }] of calls.entries()) {
          const moment = Date.parse(kind.received[index].event.emittedAt) - start;
          assert.ok(Math.abs(moment - after * 1000) < SLACK_S * 1000, `${moment} ms for ${after} s`);
        }
        await sandbox.clock.advance('365d');
        assert.equal(kind.received.length, calls.length);
        assert.equal(broken.received.length, 4 * calls.length);
        await tell('what ended in the year, each once', `${things.length} things, ${calls.length} sessions`);
      }),
    ),

  'each ends at its time, and not before': (sandbox) =>
    withReceiver(200, (kind) =>
      withReceiver(500, async (broken) => {
        const { things } = await makeAllThatEnds(sandbox, { kind, broken });
        const looks = things
          .filter(({ stays = false }) => !stays)
          .flatMap(({ what, after, clearedWithin = 0, isThere }) => [
            { at: after - SLACK_S, what: `${what}, before`, isThere, wanted: true },
            { at: after + clearedWithin + SLACK_S, what: `${what}, after`, isThere, wanted: false },
          ]);
        looks.sort((one, other) => one.at - other.at);
        let now = 0;
        for (const { at, what, isThere, wanted } of looks) {
          await sandbox.clock.advance(`${at - now}s`);
          now = at;
          assert.equal(await isThere(), wanted, what);
        }
        for (const { what, isThere, stays } of things) if (stays) assert.equal(await isThere(), true, what);
      }),
    ),

  'each event of webhooks comes when it is triggered, signed, and again as it was': (sandbox) =>
    withReceiver(200, async (receiver) => {
      const { webhooks } = await sandbox.seed({
        videos: [{ title: 'A film' }],
        liveStreams: [{ name: 'A stream' }],
        webhooks: [{ url: receiver.url, events: EVENTS }],
      });
      for (const [index, type] of EVENTS.entries()) {
        const { event } = await sandbox.webhooks.trigger(type);
        const { deliveryId, state } = await sandbox.waitForWebhook({ type });
        await sandbox.webhooks.resend(deliveryId);
        const again = await sandbox.waitForWebhook({ type });
        assert.deepEqual(
          [state, again.state, again.deliveryId > deliveryId],
          ['delivered', 'delivered', true],
        );
        const its = receiver.received.slice(2 * index);
        assert.equal(its.length, 2, type);
        for (const { body, event: received, signature } of its) {
          assert.deepEqual(received, event);
          assert.equal(body, its[0].body);
          assert.equal(signature, signatureOf(body, webhooks[0].signatureSecret), type);
        }
      }
      await tell('events of webhooks, triggered and sent again, with a valid signature', `${EVENTS.length}`);
    }),

  'faults are of the test that asks for them': async (sandbox) => {
    await sandbox.faults.preset('429');
    await assert.rejects(sandbox.ask('GET', '/videos'), /429/);
    await sandbox.faults.clear();
    await sandbox.faults.add({ match: { path: '/videos', nth: 2 }, act: { answer: { status: 503 } } });
    await sandbox.ask('GET', '/videos');
    await assert.rejects(sandbox.ask('GET', '/videos'), /503/);
    await sandbox.reset();
    for (let count = 0; count < 3; count++) await sandbox.ask('GET', '/videos');
  },

  'what comes to pass is waited for: a request, a session': async (sandbox) => {
    const { videoId } = await sandbox.ask('POST', '/videos', { title: 'A film' });
    assert.equal((await sandbox.waitForRequest({ method: 'POST', path: '/videos' })).status, 201);
    const ping = { session: { video_id: videoId }, events: [{ type: 'play', at: 0 }] };
    const waited = sandbox.waitForSession({ videoId, until: ({ plays }) => plays === 1 });
    await fetch(`${sandbox.url}/collector/vod`, { method: 'POST', body: JSON.stringify(ping) });
    assert.equal((await waited).videoId, videoId);
  },
};
