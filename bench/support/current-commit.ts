import { execFileSync } from 'node:child_process';
import { inRepository } from '../../test/support/repository.ts';

let known: string | undefined;

/** The commit that this process runs, with `+` where files were changed since; empty without Git. */
export function currentCommit(): string {
  return (known ??= read());
}

function read(): string {
  try {
    const [commit, changes] = [
      git('rev-parse', '--short', 'HEAD'),
      git('status', '--porcelain', '--untracked-files=no'),
    ];
    return changes === '' ? commit : `${commit}+`;
  } catch {
    return '';
  }
}

function git(...words: string[]): string {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  return execFileSync('git', words, { cwd: inRepository(), encoding: 'utf8', stdio: [...stdio] }).trim();
}
