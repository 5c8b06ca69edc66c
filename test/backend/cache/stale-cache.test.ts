import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StaleWhileRevalidate, type Lifetime } from '../../../src/backend/cache/stale-while-revalidate.ts';
import { isVhError } from '../../../src/core/errors/vh-error.ts';

const LASTING: Lifetime = { fresh: 10_000, stale: 70_000, error: 600_000 };
const BRIEF: Lifetime = { fresh: 1_000, stale: 0, error: 0 };

/** A cache whose time passes when the test says so, in front of something that counts how often it is asked. */
class Stand {
  time = 0;
  asked = 0;
  failing = false;
  lifetime = LASTING;
  weight = 1;
  readonly cache: StaleWhileRevalidate<string>;
  readonly #later: Promise<unknown>[] = [];

  constructor(limits = { entries: 3, weight: 100 }) {
    this.cache = new StaleWhileRevalidate(limits, 20_000, () => this.time);
  }

  ask(key = 'a', maxAge?: number): Promise<string> {
    const load = async () => {
      const count = ++this.asked;
      await Promise.resolve();
      if (this.failing) throw new TypeError('down');
      return { value: `${key}${String(count)}`, lifetime: this.lifetime, weight: this.weight };
    };
    const waitUntil = (promise: Promise<unknown>) => this.#later.push(promise);
    return this.cache.get(key, load, { waitUntil, ...(maxAge === undefined ? {} : { maxAge }) });
  }

  /** Resolves when the refresh in the background has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#later);
  }
}

describe('the cache of playbacks', () => {
  it('asks once for a thousand who come at once', async () => {
    const stand = new Stand();
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => stand.ask()));
    assert.deepEqual([new Set(answers).size, stand.asked], [1, 1]);
  });

  it('gives out the old one while it fetches a newer one, once', async () => {
    const stand = new Stand();
    await stand.ask();
    stand.time = 9_999;
    assert.equal(await stand.ask(), 'a1');
    assert.equal(stand.asked, 1);
    stand.time = 10_000;
    assert.deepEqual(await Promise.all([stand.ask(), stand.ask()]), ['a1', 'a1']);
    await stand.settle();
    assert.equal(stand.asked, 2);
    assert.equal(await stand.ask(), 'a2');
  });

  it('keeps no answer that was on its way when its key was deleted', async () => {
    const stand = new Stand();
    const before = stand.ask();
    stand.cache.delete('a');
    assert.equal(await before, 'a1');
    assert.equal(await stand.ask(), 'a2');
    stand.failing = true;
    stand.time = 70_000;
    const failed = stand.ask();
    stand.cache.delete('a');
    stand.failing = false;
    await failed.catch(() => undefined);
    assert.equal(await stand.ask(), 'a4');
  });

  it('never returns an entry older than its limit', async () => {
    const stand = new Stand();
    await stand.ask();
    stand.time = 70_000;
    assert.equal(await stand.ask(), 'a2');
  });

  it('fetches for callers with a shorter age limit, at most once in that time', async () => {
    const stand = new Stand();
    await stand.ask();
    stand.time = 999;
    assert.equal(await stand.ask('a', 1_000), 'a1');
    stand.time = 1_000;
    assert.equal(await stand.ask('a', 1_000), 'a2');
  });

  it('has something to give while the other side is down, and leaves that alone for a second', async () => {
    const stand = new Stand();
    await stand.ask();
    stand.failing = true;
    stand.time = 100_000;
    assert.equal(await stand.ask(), 'a1');
    assert.equal(await stand.ask(), 'a1');
    assert.equal(await stand.ask('a', 1), 'a1');
    assert.equal(stand.asked, 2);
    stand.time = 101_000;
    assert.equal(await stand.ask(), 'a1');
    assert.equal(stand.asked, 3);
    stand.time = 700_000;
    await assert.rejects(stand.ask(), TypeError);
  });

  it('does not ask again at once after a failure', async () => {
    const stand = new Stand();
    stand.failing = true;
    await assert.rejects(stand.ask(), TypeError);
    await assert.rejects(stand.ask(), TypeError);
    assert.equal(stand.asked, 1);
    stand.failing = false;
    stand.time = 1_000;
    assert.equal(await stand.ask(), 'a2');
  });

  it('forgets the least recently used entry', async () => {
    const stand = new Stand();
    for (const key of ['a', 'b', 'c', 'a', 'd']) await stand.ask(key);
    assert.equal(await stand.ask('a'), 'a1');
    assert.equal(await stand.ask('b'), 'b5');
  });

  it('keeps no more bytes than it may', async () => {
    const stand = new Stand();
    stand.weight = 60;
    await stand.ask('a');
    await stand.ask('b');
    assert.equal(await stand.ask('a'), 'a3');
  });

  it('keeps lasting entries during a flood of brief ones', async () => {
    const stand = new Stand();
    await stand.ask('a');
    stand.lifetime = BRIEF;
    for (let index = 0; index < 2_000; index++) await stand.ask(`none${String(index)}`);
    assert.equal(await stand.ask('a'), 'a1');
  });

  it('does not wait for ever for what another request had under way', async () => {
    let time = 0;
    const cache = new StaleWhileRevalidate<string>({ entries: 3, weight: 100 }, 1, () => time);
    void cache.get('a', () => new Promise(() => undefined));
    const load = () => Promise.resolve({ value: 'here', lifetime: LASTING, weight: 1 });
    await assert.rejects(cache.get('a', load), (error) => isVhError(error, 'timeout'));
    time = 1;
    assert.equal(await cache.get('a', load), 'here');
  });
});
