// node scripts/suites/compare-tests.mjs COMMIT [--list]: shows that each test of a commit runs today, in `npm test` or in
// `npm test -- --all`. Tests are calls of `it`, by their words as the source has them: one in a loop counts once, whatever cells of
// a matrix it has. A test with other words today is listed with the nearest ones of its file. Fails where one has none.
import '../base/need-node.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { at, root } = await import('../base/root.mjs');
const { listFiles } = await import('../base/list-files.mjs');
const { pairTests, testsOf } = await import('./named-tests.mjs');

const { values, positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true });
const [commit] = positionals;
if (!commit) {
  console.error('Say which: node scripts/suites/compare-tests.mjs COMMIT');
  process.exit(1);
}
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
const namesThen = git('ls-tree', '-r', '--name-only', commit, 'test').split('\n');
const isCode = (file) => file.endsWith('.ts');
const then = Object.fromEntries(
  namesThen.filter(isCode).map((file) => [file, git('show', `${commit}:${file}`)]),
);
const now = Object.fromEntries(
  listFiles('test')
    .filter(isCode)
    .map((file) => [file, readFileSync(at(file), 'utf8')]),
);
const today = testsOf(now);
// A file that has moved is the same file by another name.
const newNames = new Map(
  git('diff', '-M40', '--diff-filter=R', '--name-status', commit, '--', 'test')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t').slice(1)),
);
const before = testsOf(then).map((test) => ({ ...test, file: newNames.get(test.file) ?? test.file }));
const { same, moved, renamed, gone } = pairTests(before, today);

const count = (tests, where) => tests.filter((test) => test.runs === where).length;
const nowOf = (pairs) => pairs.map(([, test]) => test);
const found = [...nowOf(same), ...nowOf(moved), ...nowOf(renamed)];
if (values.list)
  for (const [before, test] of same) console.log(`${test.runs}\t${before.file}\t${before.name}`);
for (const [before, test] of moved) console.log(`moved: ${before.name}\n  ${before.file} → ${test.file}`);
for (const [before, test] of renamed)
  console.log(`renamed in ${before.file}:\n  ${before.name}\n  → ${test.name} (${test.file})`);
for (const test of gone) console.log(`GONE from ${test.file}:\n  ${test.name}`);
console.log(`
${commit}: ${found.length + gone.length} tests. Of these, today
  ${same.length} are in their place, ${moved.length} in another file, ${renamed.length} have other words, ${gone.length} are gone;
  ${count(found, 'npm test')} run in npm test, ${count(found, '--all')} more in npm test -- --all.
Today: ${today.length} tests, ${count(today, 'npm test')} of them in npm test.`);
process.exit(gone.length + count(found, 'nowhere') > 0 ? 1 : 0);
