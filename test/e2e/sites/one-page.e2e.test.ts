import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface Result {
  file: string;
  passed: number;
  failures: { name: string; message: string }[];
}

describe("Chromium's test files in one page", () => {
  it('find it as a new one', async () => {
    const { runApart } = await loadScript<{
      runApart: (browser: string, files: readonly string[]) => Promise<{ finished: Result[] }>;
    }>('scripts/suites/browser-suite.mjs');
    const files = ['leaves-much', 'finds-nothing'].map(
      (name) => `test/e2e/sites/support/one-page/${name}.ts`,
    );
    const { finished } = await runApart('chromium', files);
    const results = finished.map(({ file, passed, failures }) => ({ file, passed, failures }));
    assert.deepEqual(
      results,
      files.map((file) => ({ file, passed: 1, failures: [] })),
    );
  });
});
