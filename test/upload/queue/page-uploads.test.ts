import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from '../../../src/core/wire/grant.ts';
import { PageQueue, pageQueues, Upload, uploads } from '../../../src/upload/index.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { Line } from '../support/line.ts';

const RATE = 100_000;

describe('the uploads of a page', () => {
  it('have a speed and a time left, over all queues together', async () => {
    const line = new Line({ rateAt: () => RATE, outages: [], bufferBytes: RATE / 4, latencyMs: 40 });
    const grant: Grant = {
      ...({ protocol: 'parts', url: 'https://service.example/upload', token: 'good' } as const),
      videoId: 'viLine',
      partSize: { min: RATE, max: 8 * RATE },
    };
    const holder = { grant, uploadGroup: 'speed', name: undefined, concurrency: 1, isConnected: true };
    const queues = ['one', 'two'].map((name) => {
      const files = new PageQueue(holder);
      files.queue.store.subscribe(() => pageQueues.report(files));
      files.queue.addAll([
        new Upload(makeFile(20 * RATE, `${name}.mp4`), {
          settings: () => files.settings,
          environment: line,
          isResumable: false,
        }),
      ]);
      files.queue.start();
      return files.queue;
    });
    const isMeasured = () => queues.every(({ store }) => store.state.speed !== undefined);
    for (let step = 0; step < 200 && !isMeasured(); step++) await line.step();
    const { speed = 0, secondsLeft = 0, sent, total } = uploads({ group: 'speed' }).state;
    const sum = queues.reduce((all, { store }) => all + (store.state.speed ?? 0), 0);
    assert.ok(sum > 0 && speed === sum, `${String(speed)} of ${String(sum)}`);
    assert.ok(secondsLeft > 0 && secondsLeft <= (total - sent) / sum + 1, String(secondsLeft));
    for (const queue of queues) queue.cancel();
  });
});
