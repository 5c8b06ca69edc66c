import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Delivery } from '../../support/sandbox/collector.ts';
import { eventually } from '../../support/eventually.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { RtmpEncoder } from '../../support/sandbox/rtmp-encoder.ts';
import { KEY, SandboxUnderTest, slugOf, textOf } from '../../support/sandbox/sandbox.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('POST /_sandbox/v1/clock', () => {
  let sandbox: SandboxUnderTest;
  let receiver: HookReceiver;
  beforeEach(async () => {
    sandbox = await SandboxUnderTest.start();
    receiver = await HookReceiver.start();
  });
  afterEach(async () => {
    receiver.stop();
    await sandbox.end();
  });

  const advance = async (by: string) => {
    const answer = await sandbox.ask('POST', '/_sandbox/v1/clock', { json: { advance: by } });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as { now: string; aheadMs: number; fired: number };
  };
  const clock = async () => {
    const { text } = await sandbox.ask('GET', '/_sandbox/v1/clock');
    return JSON.parse(text) as { now: string; aheadMs: number };
  };
  const subscribe = (event: string) =>
    sandbox.ask('POST', '/webhooks', { json: { events: [event], url: receiver.url } });
  const isNear = (text: string, moment: number) => Math.abs(Date.parse(text) - moment) < 60_000;

  it('ends tokens at their time', async () => {
    const tokens = await sandbox.ask('POST', '/auth/api-key', {
      authorization: false,
      json: { apiKey: KEY },
    });
    const authorization = `Bearer ${textOf(tokens.body, 'access_token')}`;
    const token = await sandbox.token(7200);
    const statusOf = async () => (await sandbox.ask('GET', '/videos', { authorization })).status;
    await advance('59m');
    assert.equal(await statusOf(), 200);
    await advance('2m');
    assert.equal(await statusOf(), 401);
    assert.equal((await sandbox.ask('GET', `/upload-tokens/${token}`)).status, 200);
    await advance('1h');
    assert.equal((await sandbox.ask('GET', `/upload-tokens/${token}`)).status, 404);
  });

  it('tries a webhook again, as often as it does in real time and no more', async () => {
    await subscribe('session.ended');
    receiver.answerWith(() => 500);
    const videoId = await sandbox.video();
    const delivery = new Delivery(videoId).event('play', { at: 0 }).event('leave', { at: 4 });
    await sandbox.ask('POST', '/collector/events', { body: JSON.stringify(delivery) });
    await advance('365d');
    assert.equal(receiver.received.length, 4);
    const { text } = await sandbox.ask('GET', '/_sandbox/deliveries');
    const { data } = JSON.parse(text) as {
      data: { state: string; attempts: number; updatedAt: string; createdAt: string }[];
    };
    assert.deepEqual(
      data.map(({ state, attempts }) => [state, attempts]),
      [['failed', 4]],
    );
    const [{ createdAt, updatedAt } = { createdAt: '', updatedAt: '' }] = data;
    // Three pauses of three seconds, by the clock of the service.
    assert.ok(
      Math.abs(Date.parse(updatedAt) - Date.parse(createdAt) - 9_000) <= 2_000,
      `${createdAt} ${updatedAt}`,
    );
  });

  it('ends sessions in their order, each once, and forgets what nobody finished', async () => {
    await subscribe('session.ended');
    const begin = async (...events: string[]) => {
      const videoId = await sandbox.video();
      const delivery = new Delivery(videoId);
      for (const type of events) delivery.event(type, { at: 0 });
      await sandbox.ask('POST', '/collector/events', { body: JSON.stringify(delivery) });
      return videoId;
    };
    const silent = await begin('play');
    const left = await begin('play', 'leave');
    await advance('365d');
    const told = receiver.received.map(({ body }) => (JSON.parse(body) as { videoId: string }).videoId);
    assert.deepEqual(told, [left, silent]);
    // Empty videos live a week.
    for (const videoId of [left, silent])
      assert.equal((await sandbox.ask('GET', `/videos/${videoId}`)).status, 404);
    const made = await sandbox.ask('GET', `/videos/${await sandbox.video()}`);
    assert.ok(isNear(textOf(made.body, 'createdAt'), Date.now() + 365 * DAY));
  });

  it('leaves a broadcast on the air while its encoder pushes, and ends one whose encoder was lost', async () => {
    await subscribe('live-stream.broadcast.ended');
    const { body } = await sandbox.ask('POST', '/live-streams', { json: { name: 'A stream' } });
    const liveStreamId = textOf(body, 'liveStreamId');
    const encoder = await RtmpEncoder.publish(await sandbox.listenRtmp(), textOf(body, 'streamKey'));
    const isLive = async () =>
      (await sandbox.ask('GET', `/live-streams/${liveStreamId}`)).body['broadcasting'] as unknown;
    encoder.send(5);
    await eventually(async () => (await isLive()) === true || undefined);
    await advance('365d');
    encoder.send(5);
    assert.equal(await isLive(), true);
    encoder.disconnect();
    await eventually(async () => (await isLive()) === false || undefined);
    assert.equal(receiver.received.length, 0);
    await advance('1h');
    assert.equal(receiver.received.length, 1);
  });

  it('waits for a receiver that hangs no longer than for a moment', async () => {
    await subscribe('session.ended');
    receiver.answerWith(() => 'silence');
    const videoId = await sandbox.video();
    const delivery = new Delivery(videoId).event('play', { at: 0 }).event('leave', { at: 4 });
    await sandbox.ask('POST', '/collector/events', { body: JSON.stringify(delivery) });
    const { aheadMs } = await advance('3h');
    assert.ok(aheadMs >= 3 * HOUR - 5_000);
  });

  it('goes on from where it was after a restart, and back to now with a reset', async () => {
    await advance('1d12h');
    await sandbox.close();
    await sandbox.open();
    assert.ok(isNear((await clock()).now, Date.now() + 1.5 * DAY));
    await sandbox.ask('POST', '/_sandbox/v1/reset');
    const { now, aheadMs } = await clock();
    assert.ok(isNear(now, Date.now()));
    assert.equal(aheadMs, 0);
  });

  it('takes durations alone, and no more than ten years', async () => {
    for (const wrong of ['', '3', '-3h', '1y', '3h later', '9999999999d', 7, null, {}]) {
      const answer = await sandbox.ask('POST', '/_sandbox/v1/clock', { json: { advance: wrong } });
      assert.equal(answer.status, 400, JSON.stringify(wrong));
      assert.match(slugOf(answer), /^(?:attribute-required|invalid-attribute)$/);
    }
    assert.equal((await clock()).aheadMs, 0);
  });

  it('advances one after the other', async () => {
    await Promise.all([advance('1h'), advance('2h'), advance('30m')]);
    const { aheadMs } = await clock();
    assert.ok(Math.abs(aheadMs - 3.5 * HOUR) < 5_000, String(aheadMs));
    await eventually(async () => ((await sandbox.ask('GET', '/health')).status === 200 ? true : undefined));
  });
});
