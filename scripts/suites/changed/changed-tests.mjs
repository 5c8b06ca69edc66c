import { existsSync, readFileSync } from 'node:fs';
import { listFiles } from '../../base/list-files.mjs';
import { at } from '../../base/root.mjs';
import { isOnlyWithAll, layerOf } from '../division.mjs';
import { SECONDS } from '../run-suites.mjs';
import { changedFiles } from './changed-files.mjs';
import { reachedTests, reachesAll } from './reached-tests.mjs';

/** What a run of one change may take, by the estimate below: the rest is a minute's work of `npm test`, and is named. */
const MOST_SECONDS = 90;
/** A file of which no run has told takes so long, in seconds. */
const GUESSES = { node: 1, browser: 5, e2e: 12 };
/** How many files of a layer run at a time. */
const AT_ONCE = 2.5;

const FOLDERS = ['backends', 'bench', 'demo', 'docs', 'integrations', 'packages', 'scripts', 'src', 'test'];

/**
 * The tests that a change can reach: `files` that run, and lines that say why these. `files` is undefined where that cannot
 * be known: everything of `npm test` runs then. With `all`, nothing is left out.
 */
export function changedTests({ since, all }) {
  const changed = changedFiles(since);
  const far = changed.filter(reachesAll);
  if (far.length > 0) {
    return {
      lines: [`Changed: ${some(far)}. What that reaches cannot be known: the whole of npm test runs.`],
    };
  }
  const reached = reachedTests(changed, textsOf()).filter(
    ({ file }) => all || !isOnlyWithAll(file) || changed.includes(file),
  );
  const files = all ? reached.map(({ file }) => file) : withinTime(reached);
  const left = reached.length - files.length;
  return {
    files,
    lines: [
      `${changed.length} changed files reach ${reached.length} test files.`,
      ...(left > 0
        ? [`The ${files.length} nearest run, in about ${MOST_SECONDS} s; npm test has the other ${left}.`]
        : []),
    ],
  };
}

const some = (files) => (files.length > 3 ? `${files.slice(0, 3).join(', ')} and others` : files.join(', '));

function withinTime(reached) {
  const seconds = recorded();
  let sum = 0;
  const within = [];
  for (const { file } of reached) {
    sum += (seconds[file] ?? GUESSES[layerOf(file)]) / AT_ONCE;
    if (sum > MOST_SECONDS && within.length > 0) break;
    within.push(file);
  }
  return within;
}

/** Seconds of each file in the last run that had it, in all of its browsers. */
function recorded() {
  const sums = {};
  if (!existsSync(at(SECONDS))) return sums;
  for (const [name, seconds] of Object.entries(JSON.parse(readFileSync(at(SECONDS), 'utf8')))) {
    const test = name.replace(/^\w+: /, '');
    if (seconds) sums[test] = (sums[test] ?? 0) + seconds;
  }
  return sums;
}

/** The files that lead somewhere, by their text; of all others the path is enough. */
function textsOf() {
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'AGENTS.md',
    'CHANGELOG.md',
    'budgets.json',
  ];
  return Object.fromEntries(
    [...FOLDERS.flatMap(listFiles), ...files].map((file) => [
      file,
      /\.(?:[cm]?[jt]sx?|vue|svelte|html|php|py)$/.test(file) ? readFileSync(at(file), 'utf8') : '',
    ]),
  );
}
