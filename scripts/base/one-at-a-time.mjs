import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from './root.mjs';

const lock = at('.build', 'busy');

/** Runs `work` while no other command of this folder installs or builds: two at once would trip over each other. */
export async function oneAtATime(work) {
  mkdirSync(at('.build'), { recursive: true });
  for (let reported = false; !take(); reported = true) {
    if (!reported) console.error('Another command is building here; waiting for it …');
    await wait(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holder())) rmSync(lock, { force: true });
    return false;
  }
}

function holder() {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined; // Let go of in this very moment.
  }
}

/** A process that was killed leaves its lock behind; one that has not yet written its number counts as alive. */
function isAlive(pid) {
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
