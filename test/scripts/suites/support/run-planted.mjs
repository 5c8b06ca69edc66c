// node run-planted.mjs FOLDER: runs the test files of a folder as `npm test` runs its own, and prints the result as JSON. A
// process of its own: Node's runner does not run inside a test.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runNodeSuite } from '../../../../scripts/suites/node-suite.mjs';
import { runFailedAgain } from '../../../../scripts/suites/run-again.mjs';

const [, , folder] = process.argv;
const isHanging = (file) => file.startsWith('hangs');
const runAll = (files, timeout) =>
  runNodeSuite(files, { concurrency: 2, timeout, print: false, compiled: (file) => path.join(folder, file) });
const files = readdirSync(folder).filter((file) => file.endsWith('.test.js'));
const results = [
  ...(await runAll(files.filter(isHanging), 2_000)),
  ...(await runAll(
    files.filter((file) => !isHanging(file)),
    120_000,
  )),
];
const runAlone = async ({ file }) => (await runAll([file], isHanging(file) ? 2_000 : 120_000))[0];
const settled = await runFailedAgain(results, runAlone, () => {});
process.stdout.write(JSON.stringify({ first: results, ...settled }));
