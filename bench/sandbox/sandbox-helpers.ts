// npm run bench -- sandbox-helpers [resets]: what vh-elements-sandbox/testing promises, held by a new project that has nothing
// but the packed archives (test/frameworks/projects/sandbox-tests), under Vitest and under Playwright: a seed, 200 resets, a
// year ahead in which all that ends does so once, each event of webhooks, faults, waits. Exits 1 when one is broken. --save.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { saveTable } from '../support/bench-results.ts';
import { FreshProject } from '../support/package/fresh-project.ts';
import { inRepository } from '../../test/support/repository.ts';
import { withSiblings } from '../../test/support/package/siblings.ts';

const resets = process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? '200';
await withSiblings('sandbox-helpers');
const project = new FreshProject('sandbox-tests');
await project.writeOwn();
const archives = ['.build/packed.tgz', '.build/siblings/vh-elements-sandbox.tgz'].map((file) =>
  inRepository(file),
);
console.log(`installed: ${await project.install(...archives)}`);

const table: Record<string, Record<string, string>> = {};
for (const runner of ['vitest', 'playwright']) {
  const figures = path.join(project.folder, `figures-${runner}.ndjson`);
  await rm(figures, { force: true });
  await project.script(runner, { FIGURES: figures, RESETS: resets });
  for (const line of (await readFile(figures, 'utf8')).trim().split('\n')) {
    const { what, figure } = JSON.parse(line) as { what: string; figure: string };
    table[runner] = { ...table[runner], [what]: figure };
  }
}
console.table(table);
saveTable('sandbox-helpers', 'by the helpers for tests', table);
