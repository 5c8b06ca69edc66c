import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../repository.ts';

/** One row of the table of figures. */
export interface BenchRow {
  what: string;
  command: string;
  figure: string;
  /** As `2026-11-25`. */
  date: string;
  /** The commit that was measured; empty where it is not known. */
  commit: string;
}

/** True when the command line says `--save`. */
export function isSaving(): boolean {
  return process.env['BENCH_SAVE'] !== undefined;
}

/** Writes rows into `bench/results/NAME.json`: each in the place of the one that has the same words for `what`. */
export function saveResult(
  name: string,
  rows: readonly BenchRow[],
  folder = inRepository('bench', 'results'),
): void {
  const file = path.join(folder, `${name}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BenchRow[]) : [];
  const kept = before.map((row) => rows.find(({ what }) => what === row.what) ?? row);
  const more = rows.filter((row) => !kept.includes(row));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify([...kept, ...more], undefined, 2)}\n`);
  process.stdout.write(`Saved in ${file}: npm run manifest puts it into docs/measured.md.\n`);
}
