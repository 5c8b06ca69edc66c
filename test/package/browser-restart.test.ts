import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../support/repository.ts';

interface Run {
  passed: number;
  failed: number;
  failures: string[];
  lost: string[];
}

interface BrowserSuite {
  runWithRestarts: (
    name: string,
    files: string[],
    run: (name: string, files: string[]) => Promise<Run>,
  ) => Promise<{ passed: number; failed: number; failures: string[]; warnings: string[] }>;
}

const { runWithRestarts } = await loadScript<BrowserSuite>('scripts/suites/browser-suite.mjs');

/** What the suite makes of a browser that ends each of its runs as told. */
async function suiteOf(...runs: (Omit<Run, 'failures'> & Partial<Run>)[]) {
  const asked: string[][] = [];
  const counts = await runWithRestarts('webkit', ['a', 'b', 'c'], (_name, files) => {
    asked.push(files);
    const run = runs.shift();
    return run
      ? Promise.resolve({ failures: [], ...run })
      : Promise.reject(new Error('The browser was started once too often.'));
  });
  return { asked, ...counts };
}

describe('a browser that crashes during its tests', () => {
  it('is not started again when it lost nothing', async () => {
    const { asked, ...counts } = await suiteOf({ passed: 8, failed: 1, failures: ['a: plays'], lost: [] });
    assert.deepEqual(asked, [['a', 'b', 'c']]);
    assert.deepEqual(counts, { passed: 8, failed: 1, failures: ['webkit: a: plays'], warnings: [] });
  });

  it('is started again for what it lost, and the summary says so', async () => {
    const { asked, warnings, failures, ...counts } = await suiteOf(
      { passed: 5, failed: 1, lost: ['b', 'c'] },
      { passed: 2, failed: 0, lost: ['c'] },
      { passed: 2, failed: 0, lost: [] },
    );
    assert.deepEqual(asked, [['a', 'b', 'c'], ['b', 'c'], ['c']]);
    assert.deepEqual(counts, { passed: 9, failed: 1 });
    assert.deepEqual(failures, []);
    assert.deepEqual(warnings, [
      'webkit crashed or froze at b and was started again',
      'webkit crashed or froze at c and was started again',
    ]);
  });

  it('fails the file that it crashes at twice, and goes on with the others', async () => {
    const { asked, warnings, failures, ...counts } = await suiteOf(
      { passed: 5, failed: 0, lost: ['b', 'c'] },
      { passed: 0, failed: 0, lost: ['b', 'c'] },
      { passed: 3, failed: 0, lost: [] },
    );
    assert.deepEqual(asked[2], ['c']);
    assert.deepEqual(counts, { passed: 8, failed: 1 });
    assert.match(warnings[1] ?? '', /again.*: b$/);
    assert.deepEqual(failures, ['webkit: b was lost with the browser']);
  });

  it('fails what is left after the fourth crash, wherever that was', async () => {
    const { asked, ...counts } = await suiteOf(
      { passed: 1, failed: 0, lost: ['a', 'b', 'c'] },
      { passed: 1, failed: 0, lost: ['b', 'c'] },
      { passed: 1, failed: 0, lost: ['b', 'c'] },
      { passed: 1, failed: 0, lost: ['c'] },
    );
    assert.equal(asked.length, 4);
    assert.deepEqual([counts.passed, counts.failed], [4, 2]);
  });

  it('starts WebKitGTK afresh now and then: it keeps what earlier pages took', async () => {
    const files = Array.from({ length: 45 }, (_, at) => `file ${at}`);
    const asked: string[][] = [];
    const { passed } = await runWithRestarts('webkit', files, (_name, batch) => {
      asked.push(batch);
      return Promise.resolve({ passed: batch.length, failed: 0, failures: [], lost: [] });
    });
    assert.deepEqual(asked.flat(), files);
    assert.deepEqual([asked.length, passed], [3, 45]);
  });
});
