import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Task } from '../../../../packages/vh-elements-sandbox/src/packaging/packaging-worker.ts';

const file = path.join(process.env['VH_MORTAL_WORKER'] ?? '', 'fate');

process.on('message', ({ kind }: Task) => {
  if (kind === 'probe') return;
  const [fate, ...rest] = readFileSync(file, 'utf8').split(' ').filter(Boolean);
  writeFileSync(file, rest.join(' '));
  if (fate === 'reject') void Promise.reject(new Error('Assertion failed.'));
  if (fate === 'exit') process.exit(3);
  if (fate === 'kill') process.kill(process.pid, 'SIGKILL');
  // Nothing for it comes through any more.
  if (fate === 'stall') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
