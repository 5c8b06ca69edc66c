// node burden.js busy|disk: takes a processor, or writes to the disk and waits until it is there, again and again. It ends
// with the process that forked it.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const STRETCH_MS = 50;
const BLOCK = Buffer.alloc(4 * 2 ** 20, 1);

const folder = mkdtempSync(path.join(tmpdir(), 'vh-burden-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());

function takeProcessor(): void {
  const begun = performance.now();
  while (performance.now() - begun < STRETCH_MS);
}

function takeDisk(): void {
  const file = openSync(path.join(folder, 'block'), 'w');
  writeSync(file, BLOCK);
  fsyncSync(file);
  closeSync(file);
}

const stretch = process.argv[2] === 'disk' ? takeDisk : takeProcessor;
process.send?.('ready');
/** Between two rounds it receives the exit of its parent. */
function turn(): void {
  stretch();
  setImmediate(turn);
}
turn();
