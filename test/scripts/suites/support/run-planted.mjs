// node run-planted.mjs FOLDER: runs the test files of a folder as `npm test` runs its own, and prints the result as JSON. A
// process of its own: Node's runner does not run inside a test.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { runNodeSuite } from '../../../../scripts/suites/node/node-suite.mjs';
import { runFailedAgain } from '../../../../scripts/suites/run-again.mjs';

const [, , folder] = process.argv;
const isHanging = (file) => file.startsWith('hangs');
const port = path.join(folder, 'port');
/** A file that hangs is at its limit soon; the one beside a server once that server listens. */
async function untilTheLimit(file) {
  if (path.basename(file) === 'hangs-beside-a-server.test.js') while (!existsSync(port)) await rest(50);
  else await rest(2_000);
}
const runAll = (files) =>
  runNodeSuite(files, {
    ...{ concurrency: 2, timeout: 120_000, print: false },
    compiled: (file) => path.join(folder, file),
    untilTheLimit: (file) => (isHanging(path.basename(file)) ? untilTheLimit(file) : new Promise(() => {})),
  });
const results = await runAll(readdirSync(folder).filter((file) => file.endsWith('.test.js')));
const runAlone = async ({ file }) => (await runAll([file]))[0];
const settled = await runFailedAgain(results, runAlone, () => {});
process.stdout.write(JSON.stringify({ first: results, ...settled }));
