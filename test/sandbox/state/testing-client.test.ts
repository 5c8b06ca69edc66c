import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type * as Described from '../../../packages/vh-elements-sandbox/testing.d.ts';
import * as testing from '../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { assertAnswersInContract } from '../../support/sandbox/answers-in-contract.ts';
import { Delivery } from '../../support/sandbox/collector.ts';
import { HookReceiver } from '../../support/sandbox/hook-receiver.ts';
import { loadScript } from '../../support/repository.ts';
import { film } from '../../support/sandbox/sandbox-bytes.ts';

// The types that are sent with the package are written by hand: they must be true.
const described: Pick<
  typeof Described,
  'startSandbox' | 'useSandbox' | 'sandboxFixtures' | 'connectSandbox'
> = testing;

/** A busy machine packs a film slowly. */
const BUSY = { timeout: 60_000 };

after(assertAnswersInContract);

describe('vh-elements-sandbox/testing', () => {
  let receiver: HookReceiver;
  const sandbox = described.useSandbox({ beforeAll: before, beforeEach, afterAll: after });
  beforeEach(async () => (receiver = await HookReceiver.start()));
  afterEach(() => {
    receiver.stop();
  });
  const subscribe = (type: string) =>
    sandbox().ask('POST', '/webhooks', { events: [type], url: receiver.url });
  const titles = async () => {
    const { data } = await sandbox().ask<{ data: { title: string }[] }>('GET', '/videos');
    return data.map(({ title }) => title);
  };

  it('leaves a film, a rule and a time behind …', async () => {
    await sandbox().ask('POST', '/videos', { title: 'Left behind' });
    await sandbox().faults.add({ match: { path: '/videos/**' }, act: { answer: { status: 503 } } });
    await sandbox().clock.advance('2h');
    assert.deepEqual(await titles(), ['Left behind']);
    await assert.rejects(sandbox().ask('GET', '/videos/x'), /503/);
  });

  it('… of which the next test sees nothing', async () => {
    assert.deepEqual(await titles(), []);
    await assert.rejects(sandbox().ask('GET', '/videos/x'), /404/);
    const now = await sandbox().clock.now();
    assert.ok(Math.abs(now.getTime() - Date.now()) < 60_000);
  });

  it('uploads a film, and waits for its webhook and for each request once', async () => {
    await subscribe('video.encoding.quality.completed');
    const videoId = await sandbox().upload(await film('h264-aac.mp4'), { title: 'A film' }, BUSY);
    const { state, status, body } = await sandbox().waitForWebhook(
      { type: 'video.encoding.quality.completed' },
      BUSY,
    );
    assert.deepEqual([state, status, body['videoId']], ['delivered', 200, videoId]);
    const made = await sandbox().waitForRequest({ method: 'post', path: '/videos' });
    assert.equal(made.status, 201);
    const sent = await sandbox().waitForRequest({ path: /^\/videos\/\w+\/source$/ });
    assert.ok(sent.bytesIn > 1000);
    const again = sandbox().waitForRequest({ method: 'POST', path: '/videos' }, { timeout: 50 });
    await assert.rejects(again, /seen no request POST \/videos within 50 ms/);
  });

  it('ends a fault by rule, and lets time pass', async () => {
    await subscribe('session.ended');
    const { videoId } = await sandbox().ask('POST', '/videos', { title: 'A film' });
    const delivery = new Delivery(String(videoId)).event('play', { at: 0 }).event('leave', { at: 4 });
    await fetch(`${sandbox().url}/collector/events`, { method: 'POST', body: JSON.stringify(delivery) });
    const session = await sandbox().waitForSession({
      videoId: String(videoId),
      until: ({ events }) => events.some(({ type }) => type === 'leave'),
    });
    const { fired } = await sandbox().clock.advance('5m');
    assert.ok(fired >= 1);
    const { body } = await sandbox().waitForWebhook({ type: 'session.ended' });
    assert.equal(body['sessionId'], session.sessionId);
  });

  it('comes back to a kept state', async () => {
    await sandbox().ask('POST', '/videos', { title: 'Kept' });
    await sandbox().snapshot('kept');
    await sandbox().reset();
    assert.deepEqual(await titles(), []);
    await sandbox().restore('kept');
    assert.deepEqual(await titles(), ['Kept']);
    await assert.rejects(sandbox().restore('another'), /404/);
  });
});

describe('what ends by the clock', () => {
  const sandbox = described.useSandbox({ beforeAll: before, beforeEach, afterAll: after });
  type Promised = (sandbox: Described.SandboxClient) => Promise<void>;
  const hold = async (name: string) => {
    const place = 'test/frameworks/projects/sandbox-tests/promises.js';
    const { promises } = await loadScript<{ promises: Record<string, Promised> }>(place);
    const promised = promises[name];
    assert.ok(promised, name);
    await promised(sandbox());
  };

  it('does so once in a year', () => hold('a year ahead ends all that ends, each once'));

  it('does so at its time', () => hold('each ends at its time, and not before'));
});

describe('the fixtures for Playwright', () => {
  it('give each test the sandbox of its worker, as at a first start, and end it with the worker', async () => {
    const { sandbox, sandboxWorker } = described.sandboxFixtures();
    const [worker, { scope }] = sandboxWorker;
    assert.equal(scope, 'worker');
    // Playwright reads the names of fixtures from the text of the function.
    for (const fixture of [worker, sandbox]) assert.match(String(fixture), /^async \(\{/);
    let url = '';
    await worker({ playwright: undefined }, async (one) => {
      url = one.url;
      for (let test = 0; test < 2; test++) {
        await sandbox({ sandboxWorker: one }, async (its) => {
          assert.deepEqual((await its.ask<{ data: unknown[] }>('GET', '/videos')).data, []);
          await its.ask('POST', '/videos', { title: 'x' });
        });
      }
    });
    await assert.rejects(fetch(`${url}/health`));
  });
});
