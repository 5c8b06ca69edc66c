import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { saveRows, type BenchRow } from '../../bench/support/bench-results.ts';
import { loadScript } from '../support/repository.ts';

type Results = Record<string, readonly BenchRow[]>;

const { makeMeasured, measuredFaults, rowFaults } = await loadScript<{
  makeMeasured: (results: Results) => Promise<string>;
  measuredFaults: () => Promise<string[]>;
  rowFaults: (results: Results, benches: string[]) => string[];
}>('scripts/reference/measured.mjs');

const row = (what: string, more: Partial<BenchRow> = {}): BenchRow => ({
  what,
  ...{ command: 'npm run bench -- play 5', figure: '1 ms', date: '2026-11-25', commit: 'd8633fa', ...more },
});

describe('docs/measured.md', () => {
  it('says what the files of results say', async () => {
    assert.deepEqual(await measuredFaults(), []);
  });

  it('is one table, in the order of its files, and at most 160 lines', async () => {
    const text = await makeMeasured({
      upload: [row('an upload | of bytes')],
      play: [row('a frame'), row('another', { command: 'by hand', commit: '' })],
    });
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    const cells = lines.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
    assert.deepEqual(cells[2]?.slice(1, 6), [
      ...['a frame', '`npm run bench -- play 5`', '1 ms', '2026-11-25', 'd8633fa'],
    ]);
    assert.deepEqual(cells[3]?.slice(1, 6), ['another', 'by hand', '1 ms', '2026-11-25', '']);
    assert.equal(cells[4]?.[1], 'an upload \\| of bytes');
    assert.ok(readFileSync('docs/measured.md', 'utf8').split('\n').length <= 160);
  });

  it('takes no row that lacks something, and none twice', () => {
    const faultsOf = (...rows: BenchRow[]) => rowFaults({ 'playback/play': rows }, ['playback/play']);
    assert.deepEqual(faultsOf(row('a frame')), []);
    for (const [more, fault] of [
      [{ figure: '' }, /"a frame" has no figure/],
      [{ date: 'today' }, /a date that is none: today/],
      [{ commit: 'main' }, /a commit that is none/],
    ] as const) {
      assert.match(faultsOf(row('a frame', more)).join('\n'), fault);
    }
    assert.deepEqual(faultsOf(row('a frame'), row('a frame')), [
      'bench/results/playback/play.json: "a frame" is there twice',
    ]);
    assert.deepEqual(rowFaults({ 'playback/paly': [row('a frame')] }, ['playback/play']), [
      'bench/results/playback/paly.json is of no bench',
    ]);
  });
});

describe('--save of a bench', () => {
  it('replaces older figures of the same thing or the same command, and keeps the others', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vh-results-'));
    try {
      const read = () => JSON.parse(readFileSync(path.join(folder, 'play.json'), 'utf8')) as BenchRow[];
      const other = row('other', { command: 'npm run bench -- play 6' });
      writeFileSync(path.join(folder, 'play.json'), JSON.stringify([row('old'), row('one'), other]));
      saveRows('play', [row('one', { figure: '2 ms', command: 'npm run bench -- play 7' })], folder);
      saveRows('play', [row('two')], folder);
      // The same command once more: this process has only begun to save.
      saveRows('play', [row('three')], folder);
      assert.deepEqual(read(), [
        other,
        row('one', { figure: '2 ms', command: 'npm run bench -- play 7' }),
        row('two'),
        row('three'),
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
