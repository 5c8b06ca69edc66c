import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { orStop, prepare } from '../building/prepare.mjs';
import { at } from '../base/root.mjs';

/**
 * Prepares the clone and becomes the program: in this very process, so that arguments, signals and the exit code are
 * the program's own, and nothing stays behind when it is killed.
 */
export async function launch(program, targets, groups) {
  await orStop(() => prepare(targets, groups));
  const file = at('.build', program);
  if (!existsSync(file)) {
    console.error(
      `${program.replace(/\.js$/, '.ts')} is missing from this clone: fetch it whole and start again.`,
    );
    process.exit(1);
  }
  process.argv[1] = file;
  await import(pathToFileURL(file).href);
}
