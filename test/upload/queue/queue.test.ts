import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Queue } from '../../../src/upload/queue/queue.ts';
import { videoOf, type QueueItemStatus, type QueueState } from '../../../src/upload/queue/queue-state.ts';
import { Upload } from '../../../src/upload/upload.ts';
import { makeBytes, makeFile } from '../../support/upload/uploader-file.ts';
import { FakeService } from '../../support/upload/uploader-service.ts';
import { FakeEnvironment } from '../../support/upload/fake-environment.ts';
import { settled } from '../../support/until.ts';

/** A queue, and a service behind it; `add` puts files of ten bytes in, each in parts of four. */
function setUp(concurrency = 2) {
  const service = new FakeService();
  const environment = new FakeEnvironment(service);
  const grant = { protocol: 'parts', url: service.url, token: 'good', partSize: { min: 4, max: 4 } } as const;
  const queue = new Queue({ concurrency: () => concurrency });
  const add = (...names: string[]) =>
    names.map((name) =>
      queue.add(
        new Upload(makeFile(name === 'huge.mp4' ? 99 : 10, name), {
          settings: () => ({ grant }),
          rules: { maxSize: 98 },
          environment,
        }),
      ),
    );
  return { service, environment, queue, add };
}

/** Resolves at the first state of the queue that `wanted` likes, the present one included. */
function reach(queue: Queue, wanted: (state: QueueState) => boolean): Promise<QueueState> {
  if (wanted(queue.store.state)) return Promise.resolve(queue.store.state);
  return new Promise((resolve) => {
    const stop = queue.store.subscribe((state) => {
      if (!wanted(state)) return;
      stop();
      resolve(state);
    });
  });
}

const statuses = ({ items }: QueueState): QueueItemStatus[] => items.map(({ state }) => state.status);
const names = ({ items }: QueueState): string[] => items.map(({ name }) => name);
const allPlayable = (state: QueueState) => statuses(state).every((status) => status === 'playable');

describe('Queue', () => {
  it('has a view draw the files that have changed, and no others', async () => {
    const { queue, service, add } = setUp(1);
    const [done = 0, moving = 0, next = 0] = add('done.mp4', 'moving.mp4', 'next.mp4');
    service.faults.push(undefined, undefined, undefined, undefined, 'silence');
    queue.start([done, moving]);
    await reach(
      queue,
      ({ items }) => items[0]?.state.status === 'playable' && (items[1]?.state.sent ?? 0) > 4,
    );
    // As a view that keeps what it has drawn of each.
    const drawn = new Set(queue.store.state.items);
    const redrawn: number[] = [];
    queue.store.subscribe(({ items }) => {
      for (const item of items) {
        if (!drawn.has(item)) redrawn.push(item.id);
        drawn.add(item);
      }
    });
    queue.start();
    assert.deepEqual(redrawn.splice(0), [next]);
    queue.pause();
    assert.deepEqual([...new Set(redrawn)].sort(), [moving, next]);
  });

  it('is empty, then idle, then running, then settled', async () => {
    const { queue, add } = setUp();
    assert.equal(queue.store.state.status, 'empty');
    add('a.mp4', 'b.mp4');
    assert.equal(queue.store.state.status, 'idle');
    queue.start();
    assert.equal(queue.store.state.status, 'running');
    const state = await reach(queue, allPlayable);
    assert.equal(state.status, 'settled');
    assert.deepEqual([state.sent, state.total], [20, 20]);
  });

  it('sends nothing of a file that a listener removes while the file before it begins', async () => {
    const { service, environment, queue, add } = setUp(2);
    const grant = { protocol: 'parts', url: service.url, token: 'good' } as const;
    const first = new Upload(makeFile(10, 'a.mp4'), { settings: () => ({ grant }), environment });
    let second = 0;
    // Before the queue's own listener, which would begin the second one first.
    first.store.subscribe(({ status }) => {
      if (status === 'granting' && second > 0) queue.remove(second);
    });
    queue.add(first);
    service.faults.push({ status: 400 }, { status: 400 });
    const [added = 0] = add('b.mp4');
    queue.start();
    await reach(queue, (state) => statuses(state).join() === 'failed,failed');
    second = added;
    const seen = service.seen.length;
    queue.retry();
    await reach(queue, allPlayable);
    await settled(30);
    assert.deepEqual([service.seen.length - seen, names(queue.store.state)], [1, ['a.mp4']]);
  });

  it('sends a few at a time, in order, and makes one video of each', async () => {
    const { service, queue, add } = setUp(2);
    add('a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4');
    let most = 0;
    const begun: string[] = [];
    queue.store.subscribe(({ items }) => {
      const moving = items.filter(({ state }) => state.status === 'granting' || state.status === 'uploading');
      most = Math.max(most, moving.length);
      for (const { name } of moving) if (!begun.includes(name)) begun.push(name);
    });
    queue.start();
    assert.deepEqual(statuses(queue.store.state), ['granting', 'granting', 'queued', 'queued', 'queued']);
    const { items } = await reach(queue, allPlayable);
    assert.equal(most, 2);
    assert.deepEqual(begun, ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4']);
    assert.equal(service.videos.size, 5);
    assert.equal(new Set(items.map((item) => videoOf(item)?.videoId)).size, 5);
  });

  it('takes as much work for each of a hundred files as for each of ten', async () => {
    /** How often the queue looks at the state of an upload, and changes, from the first file to the last. */
    const workFor = async (count: number) => {
      const { queue, add } = setUp();
      const ids = add(...Array.from({ length: count }, (_, number) => `${String(number)}.mp4`));
      let looks = 0;
      for (const { upload } of queue.store.state.items) {
        if (!upload) continue;
        const { store } = upload;
        Object.defineProperty(upload, 'store', { get: () => (looks++, store) });
      }
      let changes = 0;
      queue.store.subscribe(() => changes++);
      queue.start(ids);
      const began = { looks, changes };
      await reach(queue, allPlayable);
      return { began, looks: looks / changes };
    };
    const [ten, hundred] = [await workFor(10), await workFor(100)];
    assert.deepEqual(hundred.began.changes, ten.began.changes);
    assert.ok(hundred.began.looks < 12 * ten.began.looks, JSON.stringify([ten, hundred]));
    // With each change, it may look at each file once or twice, but not at each for each.
    assert.ok(hundred.looks < 12 * ten.looks, JSON.stringify([ten, hundred]));
  });

  it('takes several files out as one change, and none of them hears of it again', async () => {
    const { queue, service, add } = setUp();
    const ids = add('a.mp4', 'b.mp4', 'c.mp4', 'd.mp4');
    queue.start();
    const [, b = 0, , d = 0] = ids;
    const ended = queue.get(b)?.upload;
    let changes = 0;
    const stop = queue.store.subscribe(() => changes++);
    queue.remove([b, d, 9_999_999]);
    assert.deepEqual([names(queue.store.state), changes], [['a.mp4', 'c.mp4'], 2]);
    stop();
    assert.equal(ended?.store.state.status, 'cancelled');
    await reach(queue, allPlayable);
    assert.equal(service.videos.size, 2);
  });

  it('gives the turn of a paused file to the next, and queues the resumed one', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push('silence');
    const [first = 0] = add('a.mp4', 'b.mp4');
    queue.start();
    await reach(queue, ({ items }) => items[0]?.state.status === 'uploading');
    service.faults.push('silence');
    queue.pause(first);
    await reach(queue, ({ items }) => items[1]?.state.status === 'uploading');
    queue.resume(first);
    assert.deepEqual(statuses(queue.store.state), ['queued', 'uploading']);
    await reach(queue, allPlayable);
    assert.equal(service.videos.size, 2);
  });

  it('pauses and resumes all', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push('silence');
    add('a.mp4', 'b.mp4');
    queue.start();
    await reach(queue, ({ items }) => items[0]?.state.status === 'uploading');
    queue.pause();
    assert.deepEqual(statuses(queue.store.state), ['paused', 'idle']);
    assert.equal(queue.store.state.status, 'paused');
    const sent = service.seen.length;
    await settled(30);
    assert.equal(service.seen.length, sent, 'nothing leaves meanwhile');
    queue.resume();
    assert.deepEqual(statuses(queue.store.state), ['granting', 'queued']);
    await reach(queue, allPlayable);
    const whole = Uint8Array.from(makeBytes(10));
    assert.deepEqual(
      [...service.videos.keys()].map((videoId) => service.bytes(videoId)),
      [whole, whole],
    );
  });

  it('resumes no file that was never started', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push('silence');
    const [first = 0] = add('a.mp4', 'held.mp4');
    queue.start(first);
    await reach(queue, ({ items }) => items[0]?.state.status === 'uploading');
    queue.pause();
    queue.resume();
    const state = await reach(queue, ({ items }) => items[0]?.state.status === 'playable');
    assert.deepEqual(statuses(state), ['playable', 'idle']);
  });

  it('tries one again, and leaves the others as they are', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push({ status: 400 }, { status: 400 });
    const [first = 0] = add('a.mp4', 'b.mp4');
    queue.start();
    const failed = await reach(queue, ({ status }) => status === 'settled');
    assert.deepEqual(statuses(failed), ['failed', 'failed']);
    queue.retry(first);
    const state = await reach(queue, ({ items }) => items[0]?.state.status === 'playable');
    assert.deepEqual(statuses(state), ['playable', 'failed']);
  });

  it('does not hold a place for a file that breaks a rule', async () => {
    const { queue, add } = setUp(1);
    add('huge.mp4', 'b.mp4');
    assert.equal(queue.store.state.total, 10, 'it is no part of the whole');
    queue.start();
    const state = await reach(queue, ({ items }) => items[1]?.state.status === 'playable');
    assert.deepEqual(statuses(state), ['failed', 'playable']);
    queue.retry();
    assert.deepEqual(statuses(queue.store.state), ['failed', 'playable']);
  });

  it('sends in the order into which it was put', async () => {
    const { queue, add } = setUp(1);
    const [first = 0, , third = 0] = add('a.mp4', 'b.mp4', 'c.mp4');
    queue.move(third, 0);
    queue.move(first, 99);
    assert.deepEqual(names(queue.store.state), ['c.mp4', 'b.mp4', 'a.mp4']);
    queue.move(404, 0);
    assert.deepEqual(names(queue.store.state), ['c.mp4', 'b.mp4', 'a.mp4']);
    queue.start();
    assert.deepEqual(statuses(queue.store.state), ['granting', 'queued', 'queued']);
    await reach(queue, allPlayable);
  });

  it('ends a removed upload, and gives its place away', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push('silence');
    const [first = 0] = add('a.mp4', 'b.mp4');
    queue.start();
    await reach(queue, ({ items }) => items[0]?.state.status === 'uploading');
    const upload = queue.get(first)?.upload;
    queue.remove(first);
    assert.equal(upload?.store.state.status, 'cancelled');
    assert.equal(queue.get(first), undefined);
    const state = await reach(queue, allPlayable);
    assert.deepEqual(names(state), ['b.mp4']);
  });

  it('clears all without beginning what waited', () => {
    const { service, queue, add } = setUp(1);
    add('a.mp4', 'b.mp4', 'c.mp4');
    queue.start();
    queue.clear();
    assert.equal(queue.store.state.status, 'empty');
    assert.equal(service.seen.length, 0);
  });

  it('lets go: the unfinished end, the stored stay', async () => {
    const { service, queue, add } = setUp(1);
    service.encoding.playable = false;
    service.faults.push(undefined, undefined, undefined, 'silence');
    add('a.mp4', 'b.mp4', 'c.mp4');
    queue.start();
    await reach(queue, (state) => statuses(state).join() === 'processing,uploading,queued');
    queue.release();
    assert.deepEqual(names(queue.store.state), ['a.mp4']);
    assert.deepEqual(statuses(queue.store.state), ['stored']);
  });

  it('keeps a video of an earlier page among its own', () => {
    const { queue, add } = setUp();
    const id = queue.keep('trip.mp4', { videoId: 'vi9' });
    add('a.mp4');
    const item = queue.get(id);
    assert.equal(item && videoOf(item)?.videoId, 'vi9');
    assert.equal(queue.store.state.total, 10);
    queue.start();
    assert.deepEqual(statuses(queue.store.state), ['stored', 'granting']);
    queue.clear();
  });

  it('keeps the object of a file that has not changed', async () => {
    const { service, queue, add } = setUp(1);
    service.faults.push('silence');
    add('a.mp4', 'b.mp4');
    const before = queue.store.state.items;
    queue.start();
    await reach(queue, ({ items }) => items[0]?.state.status === 'uploading');
    const waiting = queue.store.state.items[1];
    queue.pause(before[0]?.id);
    assert.notEqual(queue.store.state.items[0], before[0]);
    assert.equal(waiting?.state.status, 'queued');
    queue.clear();
  });

  it('reports the speed and the time left of all together', async () => {
    const { service, queue, add } = setUp(2);
    service.faults.push(undefined, undefined, 'silence', 'silence');
    add('a.mp4', 'b.mp4');
    queue.start();
    const state = await reach(queue, ({ sent }) => sent >= 8);
    const speeds = state.items.map((item) => item.state.speed ?? 0);
    assert.equal(
      state.speed ?? 0,
      speeds.reduce((sum, speed) => sum + speed, 0),
    );
    assert.equal(state.secondsLeft, state.speed ? (state.total - state.sent) / state.speed : undefined);
    queue.clear();
  });
});
