import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Expiry } from '../../../src/playback/source/expiry.ts';
import type { PlaybackReason } from '../../../src/playback/source/playback-request.ts';
import { sourceOfAddresses, type PlaybackSource } from '../../../src/playback/source/playback-source.ts';
import { SourceRefresher } from '../../../src/playback/source/source-refresher.ts';
import { settled } from '../../support/until.ts';

/** A refresher whose clock and answers the test has. */
class Bench {
  now = 0;
  readonly asked: PlaybackReason[] = [];
  /** The next requests get these, in turn: an address, or a failure. */
  readonly answers: (string | Error)[] = [];
  readonly changes: (string | undefined)[] = [];
  readonly refresher: SourceRefresher;
  /** The request in flight waits for this. */
  held: Promise<void> = Promise.resolve();

  constructor({ lifetimeMs = 3_600_000, canAsk = true } = {}) {
    this.refresher = new SourceRefresher(this.source('https://m.example/0.m3u8', lifetimeMs), {
      ask: canAsk ? (reason) => this.#answer(reason) : undefined,
      signal: new AbortController().signal,
      changed: (source) => this.changes.push(source.media[0]?.url),
      now: () => this.now,
    });
  }

  source(src: string, lifetimeMs = 3_600_000): PlaybackSource {
    const clock = () => this.now;
    return {
      ...sourceOfAddresses([{ src }]),
      lifetime: new Expiry(lifetimeMs, { date: clock, page: clock }),
    };
  }

  async #answer(reason: PlaybackReason): Promise<PlaybackSource> {
    this.asked.push(reason);
    await this.held;
    const answer = this.answers.shift();
    if (answer instanceof Error) throw answer;
    return this.source(answer ?? 'https://m.example/more.m3u8');
  }

  get url(): string | undefined {
    return this.refresher.source.media[0]?.url;
  }
}

describe('a source that is refreshed', () => {
  it('is left alone as long as it holds', () => {
    const bench = new Bench();
    assert.equal(bench.refresher.beforeRequest(), undefined);
    assert.deepEqual(bench.asked, []);
  });

  it('is requested once before it expires, while other requests keep the present address', async () => {
    const bench = new Bench();
    bench.answers.push('https://m.example/1.m3u8');
    bench.now = 3_590_000;
    for (let turn = 0; turn < 5; turn++) assert.equal(bench.refresher.beforeRequest(), undefined);
    await settled();
    assert.deepEqual(bench.asked, ['expiring']);
    assert.deepEqual(bench.changes, ['https://m.example/1.m3u8']);
    assert.equal(bench.refresher.beforeRequest(), undefined);
    assert.deepEqual(bench.asked, ['expiring']);
  });

  it('is waited for once it has ended, by all who need it', async () => {
    const bench = new Bench();
    bench.now = 4_000_000;
    assert.equal(bench.refresher.hasEnded, true);
    await Promise.all([bench.refresher.beforeRequest(), bench.refresher.beforeRequest()]);
    assert.deepEqual(bench.asked, ['expiring']);
    assert.equal(bench.refresher.hasEnded, false);
  });

  it('is requested less and less often without an answer, and delays nothing', async () => {
    const bench = new Bench();
    bench.answers.push(...Array.from({ length: 100 }, () => new TypeError('The site is down.')));
    bench.now = 4_000_000;
    for (let second = 0; second < 60; second++) {
      await bench.refresher.beforeRequest();
      bench.now += 1_000;
    }
    assert.ok(bench.asked.length >= 4 && bench.asked.length < 30, String(bench.asked.length));
  });

  it('is replaced when it is refused, once for all whose requests were', async () => {
    for (const status of [401, 403, 404, 410]) {
      const bench = new Bench();
      const refused = bench.refresher.source;
      const all = [1, 2, 3].map(() => bench.refresher.replaceRefused(refused, status));
      assert.deepEqual(await Promise.all(all), [true, true, true]);
      // A request that left before and is refused later needs no other one.
      assert.equal(await bench.refresher.replaceRefused(refused, status), true);
      assert.deepEqual(bench.asked, ['refused']);
    }
  });

  it('is what an early request in flight brings, if that was under way', async () => {
    const bench = new Bench();
    let release = () => {};
    bench.held = new Promise((resolve) => (release = resolve));
    bench.now = 3_590_000;
    void bench.refresher.beforeRequest();
    const replaced = bench.refresher.replaceRefused(bench.refresher.source, 403);
    release();
    assert.equal(await replaced, true);
    assert.deepEqual(bench.asked, ['expiring']);
  });

  it('is not replaced for unrelated failures, or without a source to ask', async () => {
    const bench = new Bench();
    for (const status of [undefined, 0, 400, 416, 429, 500, 503]) {
      assert.equal(await bench.refresher.replaceRefused(bench.refresher.source, status), false);
    }
    assert.deepEqual(bench.asked, []);
    const other = new Bench({ canAsk: false, lifetimeMs: 0 });
    assert.equal(await other.refresher.replaceRefused(other.refresher.source, 403), false);
    assert.equal(other.refresher.beforeRequest(), undefined);
  });

  it('is asked about a missing file once, when the answer has the same addresses', async () => {
    const bench = new Bench();
    bench.answers.push('https://m.example/0.m3u8');
    for (let turn = 0; turn < 4; turn++) {
      assert.equal(await bench.refresher.replaceRefused(bench.refresher.source, 404), false);
    }
    assert.deepEqual(bench.asked, ['refused']);
    assert.equal(bench.url, 'https://m.example/0.m3u8');
  });

  it('asks a service that refuses all that it hands out ever more slowly', async () => {
    const bench = new Bench();
    bench.answers.push(...Array.from({ length: 20 }, (_, at) => `https://m.example/${at + 1}.m3u8`));
    const replaced: boolean[] = [];
    for (let turn = 0; turn < 6; turn++) {
      replaced.push(await bench.refresher.replaceRefused(bench.refresher.source, 403));
    }
    assert.deepEqual(replaced, [true, true, true, false, false, false]);
    const isReplaced = () => bench.refresher.replaceRefused(bench.refresher.source, 403);
    bench.now += 3_000;
    assert.equal(await isReplaced(), true);
    assert.equal(await isReplaced(), false);
    bench.now += 60_000;
    assert.deepEqual([await isReplaced(), await isReplaced(), await isReplaced()], [true, true, true]);
  });
});
