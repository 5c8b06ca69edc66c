// npm test [-- --all | --every-engine] [--changed [--since REF]] [--only node|browser|e2e] [--browser chromium|firefox|webkit]
//          [--max-unsteady N] [part of a file's path …]
//
// By default: all that Node can judge, each element and capability once in Chromium, what an engine does its own way, and
// one path through the whole for each promise of the README. --all adds what repeats that in more widths, languages,
// stores, bundlers and schedules, as CI does; --every-engine, what every engine does the same way, in all of them.
// --changed runs the tests that a change since main, or REF, can reach, the nearest first, for a minute and a half; with --all,
// each of them. Files that are picked by their path run whole, in every browser.
// A file that fails is run again alone, with its seed, when the rest is done: one that passes then is unsteady, which is said
// at the end. With --max-unsteady, more of them than that fail the run.
import './base/need-node.mjs';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    'all': { type: 'boolean' },
    'every-engine': { type: 'boolean' },
    'changed': { type: 'boolean' },
    'since': { type: 'string' },
    'only': { type: 'string' },
    'browser': { type: 'string' },
    'max-unsteady': { type: 'string' },
  },
  allowPositionals: true,
});
const { orStop, prepare } = await import('./building/prepare.mjs');
const { ensureChromium, installSystem } = await import('./system/ensure-system.mjs');

const wantsBrowsers = values.only !== 'node';
const wantsLanguages = values.only === undefined || values.only === 'node';
// Browser tests load the sources, compiled as they are asked for; the other layers need a build.
const targets = values.only === 'browser' ? [] : undefined;
// The distribution's packages arrive while ours are installed and built.
await orStop(() =>
  Promise.all([
    prepare(targets, ['tests']),
    installSystem({ browsers: wantsBrowsers, languages: wantsLanguages }),
  ]),
);
if (wantsBrowsers) await orStop(ensureChromium);
// One seed for the whole run, so that a file that is run again repeats its throws. CI has its own.
if (!process.env.CI) process.env.SEED ??= String(randomInt(2 ** 31));
const all = values.all || values['every-engine'];
// `test/support/division.ts` reads it: files that were picked run whole.
process.env.TEST_DIVISION = all || positionals.length > 0 ? 'all' : 'first';
const { at } = await import('./base/root.mjs');
const { runSuites } = await import('./suites/run-suites.mjs');
const { judge } = await import('./suites/verdict.mjs');
const reached = values.changed || values.since ? await orStop(reachedFiles) : undefined;
const result = await runSuites({
  layer: values.only,
  browser: values.browser,
  all,
  everyEngine: values['every-engine'],
  filters: positionals,
  files: reached,
});
mkdirSync(at('.build'), { recursive: true });
writeFileSync(at('.build/unsteady.json'), `${JSON.stringify(result.unsteady, undefined, 2)}\n`);
const limits = values['max-unsteady'] && {
  maxUnsteady: Number(values['max-unsteady']),
  known: JSON.parse(readFileSync(at('test/known-unsteady.json'), 'utf8')),
  today: new Date().toISOString().slice(0, 10),
};
const { isGreen, lines } = judge(result, limits || {});
if (process.env.SEED) console.log(`\nSEED=${process.env.SEED} repeats the random choices of this run.`);
console.log(lines.join('\n'));
process.exit(isGreen ? 0 : 1);

/** The files that a change reaches; undefined where that is all of them. */
async function reachedFiles() {
  const { changedTests } = await import('./suites/changed/changed-tests.mjs');
  const { files, lines } = changedTests({ since: values.since, all });
  console.log(`\n${lines.join('\n')}`);
  return files;
}
