// npm run agent-tasks [-- --dir DIR --agent COMMAND --check TASK …]: twenty tasks for coding agents, and what checks their results.
// Makes a project for each task, with the packages and nothing else of this repository, and prints where. With --agent, runs the
// command in each, with the task on its standard input, and checks what came of it. With --check, checks the folders of before.
// With --prove, holds the checkers to right, untouched and wrong projects.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/browser.ts';
import { judge } from './support/judge.ts';
import { checkerFaults } from './support/prove.ts';
import { installPackages, taskNames, writeProject } from './support/workspace.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  options: {
    dir: { type: 'string' },
    agent: { type: 'string' },
    check: { type: 'boolean' },
    prove: { type: 'boolean' },
  },
  allowPositionals: true,
});
const known = await taskNames();
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no task ${unknown.join(', ')}. There are ${known.join(', ')}.\n`);
  process.exit(1);
}
const names = positionals.length > 0 ? positionals : known;
const folder = path.resolve(values.dir ?? path.join(tmpdir(), 'vh-elements-agent-tasks'));

if (values.prove) await prove();
else if (!values.check) {
  await mkdir(folder, { recursive: true });
  await installPackages(folder);
  for (const name of names) await writeProject(folder, name);
  say(`${names.length} projects are in ${folder}. Each has its task in TASK.md.`);
}
if (values.agent !== undefined) for (const name of names) await runAgent(values.agent, name);
if (values.check === true || values.agent !== undefined) await checkAll();
else if (!values.prove) say(`When they are done: npm run agent-tasks -- --check --dir ${folder}`);

/** Runs the agent in a project, with the task on its standard input. */
async function runAgent(command: string, name: string): Promise<void> {
  say(`\n${name}:`);
  const project = path.join(folder, name);
  const task = openSync(path.join(project, 'TASK.md'), 'r');
  const child = spawn('sh', ['-c', command], { cwd: project, stdio: [task, 'inherit', 'inherit'] });
  await once(child, 'close');
  closeSync(task);
}

/** Prints what is wrong with the checkers. */
async function prove(): Promise<void> {
  await mkdir(folder, { recursive: true });
  await installPackages(folder);
  const browser = await launchChromium();
  let [right, untouched, wrong] = [0, 0, 0];
  for (const name of names) {
    const { faults, refused } = await checkerFaults(folder, name, browser);
    if (faults.length === 0) [right, untouched, wrong] = [right + 1, untouched + 1, wrong + refused];
    else process.exitCode = 1;
    say(`| ${name} | ${faults.join('; ') || 'right'} |`);
  }
  await browser.close();
  say(`${right} of ${names.length} solutions pass; refused: ${untouched} untouched, ${wrong} wrong ones.`);
}

/** Prints a line for each task, and how many passed. */
async function checkAll(): Promise<void> {
  const browser = await launchChromium();
  let passed = 0;
  for (const name of names) {
    const fault = await judge(name, path.join(folder, name), browser);
    if (fault === undefined) passed++;
    say(`| ${name} | ${fault?.split('\n', 1)[0] ?? 'passed'} |`);
  }
  await browser.close();
  say(`${passed} of ${names.length} passed.`);
  process.exitCode = passed === names.length ? 0 : 1;
}
