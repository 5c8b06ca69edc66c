import { execFileSync } from 'node:child_process';
import { root } from '../../base/root.mjs';

/** Where a branch left the main one: `ref` where it is said, otherwise main as this clone or its origin has it. */
function baseOf(ref, git) {
  for (const one of ref ? [ref] : ['main', 'origin/main', 'HEAD']) {
    try {
      return git('merge-base', 'HEAD', one).trim();
    } catch {
      // The next one.
    }
  }
  throw new Error(`git knows no ${ref ?? 'main'}: say from where with --since REF.`);
}

/** Every file that differs from there: committed, staged, changed, new or gone. */
export function changedFiles(ref, folder = root) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = (text) => text.split('\0').filter(Boolean);
  return [
    ...new Set([
      ...lines(git('diff', '-z', '--name-only', '--no-renames', baseOf(ref, git))),
      ...lines(git('ls-files', '-z', '--others', '--exclude-standard')),
    ]),
  ].sort();
}
