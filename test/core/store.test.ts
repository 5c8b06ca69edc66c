import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Store } from '../../src/core/store.ts';

interface Count {
  n: number;
}

describe('Store', () => {
  it('reports each change to every listener, in order', () => {
    const store = new Store<Count>({ n: 0 });
    const heard: string[] = [];
    store.subscribe(({ n }) => heard.push(`a${String(n)}`));
    store.subscribe(({ n }) => heard.push(`b${String(n)}`));
    store.set({ n: 1 });
    store.set(store.state);
    assert.deepEqual(heard, ['a1', 'b1']);
  });

  it('hands out snapshots that cannot be changed', () => {
    const store = new Store<Count>({ n: 0 });
    const before = store.state;
    store.set({ n: 1 });
    assert.equal(before.n, 0);
    assert.throws(() => {
      (store.state as Count).n = 2;
    }, TypeError);
  });

  it('publishes no old state when a listener sets a newer one', () => {
    const store = new Store<Count>({ n: 0 });
    const heard: number[] = [];
    store.subscribe(({ n }) => n < 3 && store.set({ n: n + 1 }));
    store.subscribe(({ n }) => heard.push(n));
    store.set({ n: 1 });
    assert.deepEqual(heard, [3]);
  });

  it('stops at once when its signal aborts, also from within a listener', () => {
    const store = new Store<Count>({ n: 0 });
    const heard: string[] = [];
    const stops = [
      store.subscribe(() => stops.forEach((stop) => stop())),
      store.subscribe(() => heard.push('late')),
    ];
    store.set({ n: 1 });
    store.set({ n: 2 });
    assert.deepEqual(heard, []);
  });

  it('stops with its signal, and never begins with an aborted one', () => {
    const store = new Store<Count>({ n: 0 });
    const owner = new AbortController();
    const heard: string[] = [];
    store.subscribe(() => heard.push('owned'), { signal: owner.signal });
    store.subscribe(() => heard.push('dead'), { signal: AbortSignal.abort() });
    store.set({ n: 1 });
    owner.abort();
    store.set({ n: 2 });
    assert.deepEqual(heard, ['owned']);
  });

  it('keeps two subscriptions of one listener apart', () => {
    const store = new Store<Count>({ n: 0 });
    const heard: number[] = [];
    const listener = ({ n }: Count) => heard.push(n);
    const stop = store.subscribe(listener);
    store.subscribe(listener);
    stop();
    store.set({ n: 1 });
    assert.deepEqual(heard, [1]);
  });

  it('leaves nothing behind on a signal that lives longer', () => {
    const store = new Store<Count>({ n: 0 });
    const { signal } = new AbortController();
    const left = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
      left.add(listener);
      add(type, listener, options);
    };
    signal.removeEventListener = (_type: string, listener: unknown) => void left.delete(listener);
    for (let n = 0; n < 10; n++) store.subscribe(() => {}, { signal })();
    assert.equal(left.size, 0);
  });

  it('does not let a listener that throws take the engine or the other listeners with it', async () => {
    const store = new Store<Count>({ n: 0 });
    const heard: number[] = [];
    const mistake = new RangeError('of the page');
    store.subscribe(() => {
      throw mistake;
    });
    store.subscribe(({ n }) => heard.push(n));
    // The runner's own listeners would take it for a failed test.
    const runners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    try {
      const reported = once(process, 'uncaughtException');
      store.set({ n: 1 });
      assert.deepEqual(heard, [1]);
      assert.equal((await reported)[0], mistake);
    } finally {
      for (const runner of runners) process.on('uncaughtException', runner);
    }
  });
});
