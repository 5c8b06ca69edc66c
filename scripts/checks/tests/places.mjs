import { importsOf, treesOf } from '../source/syntax.mjs';
import { lostPaths } from './named-paths.mjs';

/** More files than this beside each other are hard to take in at a glance. */
const MOST_FILES = 20;

const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));
/** The folder whose tests a harness is for: `test/upload` of `test/upload/support/faults/a.ts`. */
const homeOf = (file) => /^((?:test|bench)(?:\/.+?)??)\/support\//.exec(file)?.[1];

/** True where code takes a harness from beside it or from above it. Benches measure what tests judge, and take from both. */
function isBeside(user, used) {
  const home = homeOf(used);
  if (home === undefined || user.startsWith(`${home}/`)) return true;
  return user.startsWith('bench/') || user.startsWith('test/bench/');
}

/**
 * 12: what tests share lies in the `support` folder of the folder that has them all; no folder of tests is crowded; paths that
 * are named as text lead somewhere. */
export const places = {
  name: 'support lies beside the tests that use it, in folders of twenty files at most, and where they name it',
  find(project, { isThere }) {
    const far = treesOf(project, 'test', 'bench').flatMap((source) =>
      importsOf(source)
        .filter(({ file, isType }) => file && !isType && !isBeside(source.file, file))
        .map(
          ({ file }) =>
            `${source.file} takes ${file}, which is for ${homeOf(file)}: move it to the support folder above both`,
        ),
    );
    const counts = new Map();
    for (const file of Object.keys(project).filter((one) => /^(test|bench)\//.test(one)))
      counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
    const crowded = [...counts]
      .filter(([, count]) => count > MOST_FILES)
      .map(([folder, count]) => `${folder} holds ${count} files beside each other, more than ${MOST_FILES}`);
    return [...far, ...crowded, ...lostPaths(project, isThere)];
  },
};
