import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUnfinished } from '../../../src/upload/ports/upload-state.ts';
import type { Upload } from '../../../src/upload/upload.ts';
import { rollDice, type Dice } from '../../support/seeded.ts';
import { assertWhole, SIZE } from '../../support/upload/upload-run.ts';
import { makeFile } from '../../support/upload/uploader-file.ts';
import { settled, until } from '../../support/until.ts';
import { WorkerSite, type WorkerPage } from '../support/worker-site.ts';

const dice = rollDice();
const RUNS = 60;

/** Messages that arrive late, twice, or not at all. */
function disturb(site: WorkerSite, { below }: Dice): void {
  site.deliver = (message, take) => {
    const throwOf = below(6);
    if (throwOf === 0) return void settled(1 + below(20)).then(() => take(message));
    if (throwOf === 1) take(message);
    if (throwOf === 2 && below(3) === 0) return;
    take(message);
  };
}

/** Pages come and go, and the worker with them, until a page has the video. */
async function run(seed: number): Promise<void> {
  const random = rollDice(seed);
  const { below } = random;
  const site = new WorkerSite();
  disturb(site, random);
  const isFull = below(10) === 0;
  let page: WorkerPage = site.page();
  let sent: Upload | undefined = page.send();
  let shown: readonly string[] = [];
  for (let visit = 0; visit < 1 + below(5); visit++) {
    await settled(below(60));
    if (isFull && visit === 0) site.site.records.isFull = true;
    if (below(4) === 0) sent?.pause();
    if (below(4) === 0) site.killWorker();
    if (sent && !isUnfinished(sent.store.state.status) && sent.store.state.status !== 'idle') break;
    page.leave();
    await settled(below(60));
    if (below(5) === 0) site.killWorker();
    page = site.page();
    const { uploads, videos } = await page.continue();
    shown = [...shown, ...videos];
    sent = uploads[0];
    if (shown.length > 0) break;
  }
  site.site.records.isFull = false;
  site.deliver = (message, take) => take(message);
  // In the end a person chooses the file again where nothing shows it: of what is remembered it goes on.
  for (let round = 0; shown.length === 0; round++) {
    sent ??= page.send(makeFile(SIZE));
    sent.resume();
    await until(
      () => !isUnfinished(sent!.store.state.status) && !/idle|processing/.test(sent!.store.state.status),
    );
    const { state } = sent.store;
    assert.ok('video' in state && state.video, `${state.status} in round ${String(round)}`);
    shown = [state.video.videoId];
  }
  await settled(20);
  assert.deepEqual(new Set(shown).size, 1, 'one video is shown');
  // A browser that stores nothing cannot know of an earlier visit.
  if (!isFull) assertWhole(site.service);
  else assert.ok(site.service.bytes(shown[0]).length === SIZE);
  page.leave();
  site.killWorker();
}

describe('a worker, its pages and their accidents', () => {
  it(`make one whole video in each of ${String(RUNS)} runs`, async () => {
    for (let at = 0; at < RUNS; at++) {
      const seed = dice.below(2 ** 31);
      await run(seed).catch((error: unknown) => {
        throw new Error(`The run of seed ${String(seed)} is wrong.`, { cause: error });
      });
    }
  });
});
