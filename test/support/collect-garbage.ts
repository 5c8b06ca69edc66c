import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from './eventually.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Resolves once an object is gone from memory: only something that still holds it keeps it there. */
export async function collected(reference: WeakRef<object>): Promise<void> {
  await eventually(async () => {
    await turn();
    collect();
    return reference.deref() === undefined || undefined;
  });
}

/** Bytes that something still holds. */
export async function heldBytes(): Promise<number> {
  await turn();
  collect();
  return process.memoryUsage().heapUsed;
}
