import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface Group {
  what: string;
  files: string[];
}

const { filesFor, filesOfRun, layerOf } = await loadScript<{
  filesFor: (
    browser: string,
    files: string[],
    run: { all?: boolean; everyEngine?: boolean },
  ) => { files: string[]; warnings: string[] };
  filesOfRun: (files: string[], run: { all: boolean }) => { files: string[]; warnings: string[] };
  layerOf: (file: string) => string;
}>('scripts/suites/division.mjs');
const { testFiles } = await loadScript<{ testFiles: () => string[] }>('scripts/suites/run-suites.mjs');
const { divisionFaults } = await loadScript<{
  divisionFaults: (planted?: {
    files: string[];
    all: string[];
    groups: Group[];
    engines: string[];
  }) => string[];
}>('scripts/checks/tests/division.mjs');

describe('the two commands of the tests', () => {
  const files = testFiles();

  it('leave nothing out together: --all runs every file, and npm test most of them', () => {
    assert.deepEqual(filesOfRun(files, { all: true }), { files, warnings: [] });
    const quick = filesOfRun(files, { all: false });
    assert.ok(quick.files.length > files.length * 0.75, String(quick.files.length));
    assert.match(quick.warnings.join(), new RegExp(`^${files.length - quick.files.length} test files`));
    for (const layer of ['node', 'browser', 'e2e'])
      assert.ok(
        quick.files.some((file) => layerOf(file) === layer),
        layer,
      );
  });

  it('run every file of the browsers in Chromium, and in the others what an engine does its own way', () => {
    const own = files.filter((file) => layerOf(file) === 'browser');
    assert.deepEqual(filesFor('chromium', own, {}), { files: own, warnings: [] });
    assert.deepEqual(filesFor('webkit', own, { everyEngine: true }), { files: own, warnings: [] });
    const [first, all] = [filesFor('firefox', own, {}), filesFor('firefox', own, { all: true })];
    assert.ok(first.files.length > 0 && first.files.every((file) => all.files.includes(file)));
    assert.ok(first.files.length < all.files.length && all.files.length < own.length);
    assert.match(first.warnings.join(), /--all/);
    assert.match(all.warnings.join(), /--every-engine/);
  });

  it('are held together by npm run check: no file falls out, and no name leads nowhere', () => {
    assert.deepEqual(divisionFaults(), []);
    const [one, two, three] = ['test/a/one.test.ts', 'test/a/two.test.ts', 'test/a/three.browser.test.ts'];
    const found = divisionFaults({
      files: [one, two, three],
      all: [one, two, three, 'src/lost.test.ts', 'test/a/lost.spec.mjs', 'src/latest.ts'],
      groups: [
        { what: 'some', files: ['test/a/', 'test/gone.test.ts'] },
        { what: 'others', files: [two] },
      ],
      engines: [one, three],
    });
    assert.deepEqual(
      found.map((line) => line.slice(0, line.indexOf(' '))),
      ['src/lost.test.ts', 'test/a/lost.spec.mjs', 'test/gone.test.ts', two, one],
    );
  });
});
