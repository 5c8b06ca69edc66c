import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '../../support/repository.ts';

const run = promisify(execFile);

/** A language of the reference backends, and how a test runs a few lines of it beside them. */
export interface Language {
  name: 'PHP' | 'Python';
  /** Runs statements with the backend and its embed pages at hand, and returns what they print. */
  run: (code: string) => Promise<string>;
}

const PHP_HEAD = `require ${JSON.stringify(inRepository('backends/php/vh-backend.php'))};`;
const PYTHON_HEAD = [
  'import sys',
  'sys.dont_write_bytecode = True',
  `sys.path.insert(0, ${JSON.stringify(inRepository('backends/python'))})`,
  'import vh_backend',
  'from vh_backend import *',
].join('\n');

export const LANGUAGES: readonly Language[] = [
  { name: 'PHP', run: async (code) => (await run('php', ['-r', `${PHP_HEAD}\n${code}`])).stdout.trim() },
  {
    name: 'Python',
    run: async (code) => (await run('python3', ['-c', `${PYTHON_HEAD}\n${code}`])).stdout.trim(),
  },
];
