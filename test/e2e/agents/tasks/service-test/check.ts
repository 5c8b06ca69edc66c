import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { outcomeOf } from '../../support/site-process.ts';
import { holds } from '../../support/task-fault.ts';
import type { Task } from '../../support/task.ts';

/** What may go wrong in `library.js`: a text of it, and what stands there then. */
const MISTAKES: readonly (readonly [says: string, from: string, to: string])[] = [
  ['a title is not sent', '{ title }', '{}'],
  ['a description is lost', '{ title }', "{ title, description: '' }"],
  ['a video stays public', '{ public: false }', '{ public: true }'],
];

export const task: Task = {
  start: 'site',
  async check(trial) {
    const { ok, said } = await outcomeOf(trial.folder, 'test');
    holds(ok, `npm test passes: ${said.slice(-2000)}`);
    const file = path.join(trial.folder, 'library.js');
    const right = await readFile(file, 'utf8');
    try {
      for (const [says, from, to] of MISTAKES) {
        await writeFile(file, right.replace(from, to));
        holds(!(await outcomeOf(trial.folder, 'test')).ok, `npm test fails where ${says}`);
      }
    } finally {
      await writeFile(file, right);
    }
  },
};
