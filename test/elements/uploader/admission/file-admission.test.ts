import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled, until } from '../../../support/until.ts';
import { FileAdmission, type FileBatch } from '../../../../src/elements/uploader/admission/file-admission.ts';

/** Files that may come into the list before the page has its turn. */
const MOST_IN_A_TURN = 100;

/** As a browser gives it: of no folder. */
const film = (number: number): File => {
  const file = new File([String(number)], `${String(number)}.mp4`, {
    type: 'video/mp4',
    lastModified: number,
  });
  return Object.assign(file, { webkitRelativePath: '' });
};
const films = (count: number, first = 0) => Array.from({ length: count }, (_, at) => film(first + at));

/** An admission whose page gets its turn when the test says so. */
function admission({ maxFiles }: { maxFiles?: number } = {}) {
  const host = { multiple: true, maxFiles, accept: undefined, maxSize: undefined };
  const listed: File[] = [];
  const turns: (() => void)[] = [];
  const told: string[] = [];
  /** How many came in each turn. */
  const slices: number[] = [];
  const places: number[] = [];
  const admitted = new FileAdmission(
    host,
    {
      onFiles: (files, _batch, from) => {
        listed.push(...files);
        slices.push(files.length);
        places.push(from);
      },
      onNoVideos: () => told.push('no videos'),
      listed: () => listed,
      onRepeated: (files) => told.push(...files.map(({ name }) => `repeated ${name}`)),
      onTooMany: (file) => told.push(`too many: ${file?.name ?? ''}`),
      onDone: () => told.push('done'),
      countFiles: () => listed.length,
    },
    () => new Promise<void>((resolve) => turns.push(resolve)),
  );
  return {
    ...{ admitted, listed, slices, places, told, turns },
    add: (files: readonly File[]): FileBatch => {
      const batch = { files, entries: [], handles: undefined, autostart: true };
      admitted.add(batch);
      return batch;
    },
    /** Gives the page all its turns. */
    finish: async () => {
      await until(() => {
        turns.shift()?.();
        return !admitted.isBusy;
      });
      await settled();
    },
    names: () => listed.map(({ name }) => name),
  };
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

describe('the admission of thousands of files', () => {
  it('takes a slice of them in each turn, in their order, and the page has its turn in between', async () => {
    const page = admission();
    page.add(films(3_000));
    await until(() => page.listed.length > 0);
    assert.deepEqual(page.slices, [MOST_IN_A_TURN]);
    assert.equal(page.turns.length, 1);
    assert.equal(page.admitted.isBusy, true);
    await page.finish();
    assert.equal(Math.max(...page.slices), MOST_IN_A_TURN);
    assert.deepEqual(page.names(), namesOf(films(3_000)));
    assert.deepEqual(page.places.slice(0, 3), [0, 100, 200]);
    assert.deepEqual(page.told, ['done']);
    assert.equal(page.admitted.isBusy, false);
  });

  it('takes few files without giving way', async () => {
    const page = admission();
    page.add(films(3));
    await until(() => page.listed.length > 0);
    assert.deepEqual([page.slices, page.turns.length], [[3], 0]);
  });

  it('takes no more of them once they are called off', async () => {
    const page = admission();
    page.add(films(300));
    await until(() => page.listed.length > 0);
    page.admitted.clear();
    await page.finish();
    assert.deepEqual(page.names(), namesOf(films(100)));
    assert.deepEqual(page.told, []);
  });

  it('counts the room, and knows what was chosen twice, for all of a choice', async () => {
    const page = admission({ maxFiles: 250 });
    page.add([...films(240), film(7), ...films(20, 240)]);
    await page.finish();
    assert.deepEqual(page.names(), namesOf(films(250)));
    assert.deepEqual(page.told, ['repeated 7.mp4', 'too many: 250.mp4', 'done']);
  });

  it('takes a choice that comes meanwhile after the one before it', async () => {
    const page = admission({ maxFiles: 200 });
    page.add(films(150));
    await until(() => page.listed.length > 0);
    page.add([film(149), ...films(100, 150)]);
    await settled();
    assert.equal(page.listed.length, 100);
    await page.finish();
    assert.deepEqual(page.names(), namesOf(films(200)));
    assert.deepEqual(page.told, ['done', 'repeated 149.mp4', 'too many: 200.mp4', 'done']);
  });

  it('has the rest start, or wait, as the page says meanwhile', async () => {
    const page = admission();
    const batch = page.add(films(150));
    batch.autostart = false;
    await until(() => page.listed.length > 0);
    page.admitted.pause(true);
    assert.equal(batch.isPaused, true);
    page.admitted.autostart();
    page.admitted.pause(false);
    assert.deepEqual([batch.autostart, batch.isPaused], [true, false]);
    await page.finish();
  });
});
