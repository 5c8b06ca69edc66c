import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { inRepository, loadScript } from '../../support/repository.ts';

interface Slowest {
  slowestLines: (seconds: Record<string, number | null>, shown?: number) => string[];
}

interface LongestFirst {
  longestFirst: (files: string[]) => string[];
}

describe('the test files that begin first', () => {
  it('puts the slowest first and keeps the order of the rest', async () => {
    const { longestFirst } = await loadScript<LongestFirst>('scripts/suites/longest-first.mjs');
    const order = [
      'test/a.test.ts',
      'test/sandbox/packaging/films.test.ts',
      'test/b.test.ts',
      'test/c.test.ts',
    ];
    assert.deepEqual(longestFirst([...order, 'test/upload/upload-faults.test.ts']), [
      'test/upload/upload-faults.test.ts',
      'test/sandbox/packaging/films.test.ts',
      ...['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'],
    ]);
  });

  it('are there under the names by which they are known', async () => {
    const text = await readFile(inRepository('scripts/suites/longest-first.mjs'), 'utf8');
    const files = [...text.matchAll(/'(test\/[^']+)'/g)].map(([, file = '']) => file);
    assert.ok(files.length > 5);
    assert.deepEqual(
      files.filter((file) => !existsSync(inRepository(file))),
      [],
    );
  });
});

describe('the slowest test files of a layer', () => {
  it('are named slowest first, and no more than asked for', async () => {
    const { slowestLines } = await loadScript<Slowest>('scripts/suites/slowest.mjs');
    const lines = slowestLines({ lost: null, quick: 0.25, slowest: 61, slow: 7.04, between: 1.5 }, 3);
    assert.deepEqual(
      lines.map((line) => line.trim()),
      ['61.0 s  slowest', '7.0 s  slow', '1.5 s  between'],
    );
  });
});
