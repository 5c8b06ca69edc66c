#!/usr/bin/env node
// npm create vh-elements [folder] [-- --template NAME]: writes a small site. It installs nothing and overwrites nothing.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { TEMPLATES, hasUsers, writeTemplate } from './templates.mjs';

const LIST = Object.entries(TEMPLATES)
  .map(([name, { about }]) => `  ${name.padEnd(10)}  ${about}`)
  .join('\n');
const HELP = `npm create vh-elements [folder] [-- --template NAME]

Writes a small site with an uploader, a player, a backend and a video service on your machine.
The folder is vh-site if you name none; it must be empty or not there yet.

The templates:
${LIST}

Without a name, it asks at a terminal, and takes plain elsewhere.
`;

/** Reads the command line; undefined after help or a mistake, which has been said. */
function readWords() {
  try {
    const options = { help: { type: 'boolean' }, template: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return void console.log(HELP);
    if (positionals.length > 1) return stop('Name one folder, or none.');
    const { template } = values;
    if (template !== undefined && !Object.hasOwn(TEMPLATES, template))
      return stop(`There is no template named ${JSON.stringify(template)}.`);
    return { folder: positionals[0] ?? 'vh-site', template };
  } catch (error) {
    return stop(error.message);
  }
}

function stop(sentence) {
  console.error(`${sentence}\n\n${HELP}`);
  process.exitCode = 1;
}

/** Asks until a template is named; an empty answer is the first one, the end of the input none. */
async function ask() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise((resolve) => terminal.once('close', resolve));
  console.log(`Which template?\n${LIST}`);
  try {
    for (;;) {
      const answer = await Promise.race([terminal.question('A name, or Enter for plain: '), ended]);
      if (answer === undefined) return undefined;
      const name = answer.trim() || 'plain';
      if (Object.hasOwn(TEMPLATES, name)) return name;
      console.log('There is none of this name.');
    }
  } finally {
    terminal.close();
  }
}

/** A name that npm takes for a project, made of a folder's. */
function nameOf(folder) {
  const name = path
    .basename(path.resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'vh-site' : name;
}

/** True where nothing would be overwritten; otherwise says why not. */
function isFree(folder) {
  if (!existsSync(folder)) return true;
  if (!statSync(folder).isDirectory()) stop(`There is a file named ${folder}: name another folder.`);
  else if (readdirSync(folder).some((name) => name !== '.git'))
    stop(`The folder ${folder} is not empty: name another one.`);
  else return true;
  return false;
}

function create(folder, template) {
  try {
    mkdirSync(folder, { recursive: true });
    writeTemplate(template, folder, nameOf(folder));
  } catch (error) {
    return stop(`The folder ${folder} cannot be written: ${error.message}`);
  }
  const steps = [
    ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${folder}`]),
    'npm install',
    ...(TEMPLATES[template].steps ?? []),
    hasUsers(template) ? 'npm run dev' : 'npm start',
  ];
  console.log(`The site is in ${path.resolve(folder)}. Next:\n\n  ${steps.join('\n  ')}\n`);
  if (hasUsers(template)) console.log('Sign in as ann or ben: their passwords stand in .env.\n');
}

const words = readWords();
if (words && isFree(words.folder)) {
  const asks = words.template === undefined && process.stdin.isTTY && process.stdout.isTTY;
  const template = asks ? await ask() : (words.template ?? 'plain');
  if (template !== undefined) create(words.folder, template);
}
