import { listFiles } from '../../base/list-files.mjs';
import { IN_EVERY_ENGINE, ONLY_WITH_ALL } from '../../suites/division.mjs';
import { testFiles } from '../../suites/run-suites.mjs';

/** Folders of this repository that may hold code. */
const FOLDERS = ['backends', 'bench', 'demo', 'integrations', 'packages', 'scripts', 'src', 'test'];
const looksLikeTest = (file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file);

/** So that no test falls out: every file is in `npm test` or is named once for `--all`, and no name leads nowhere. */
export function divisionFaults({
  files = testFiles(),
  all = FOLDERS.flatMap(listFiles),
  groups = ONLY_WITH_ALL,
  engines = IN_EVERY_ENGINE,
} = {}) {
  const named = groups.flatMap((group) => group.files);
  const owns = (entry, file) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry);
  return [
    ...all
      .filter((file) => looksLikeTest(file) && !files.includes(file))
      .map((file) => `${file} runs in no command: tests are test/**/*.test.ts.`),
    ...[...named, ...engines]
      .filter((entry) => !files.some((file) => owns(entry, file)))
      .map((entry) => `${entry} is no test file: take it out of scripts/suites/division.mjs.`),
    ...files
      .filter((file) => named.filter((entry) => owns(entry, file)).length > 1)
      .map((file) => `${file} is named twice in ONLY_WITH_ALL.`),
    ...engines
      .filter((file) => !file.endsWith('.browser.test.ts'))
      .map((file) => `${file} is for every engine: it has to be a browser test.`),
  ];
}
