#!/usr/bin/env node
// npm create vh-elements [folder]: writes a small site. It asks nothing, installs nothing and overwrites nothing.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const HELP = `npm create vh-elements [folder]

Writes a small site with an uploader, a player, a backend and a video service on your machine.
The folder is vh-site if you name none; it must be empty or not there yet.
`;
const at = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Reads the command line; undefined after help or a mistake, which has been said. */
function readFolder() {
  try {
    const options = { help: { type: 'boolean' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) console.log(HELP);
    else if (positionals.length <= 1) return positionals[0] ?? 'vh-site';
    else stop('Name one folder, or none.');
  } catch (error) {
    stop(error.message);
  }
  return undefined;
}

function stop(sentence) {
  console.error(`${sentence}\n\n${HELP}`);
  process.exitCode = 1;
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

function write(folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(at('template'), folder, { recursive: true });
  // npm leaves files of this name out of a package.
  renameSync(path.join(folder, 'gitignore'), path.join(folder, '.gitignore'));
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const file = path.join(folder, 'package.json');
  const text = readFileSync(file, 'utf8')
    .replaceAll('{name}', nameOf(folder))
    .replaceAll('{version}', version);
  writeFileSync(file, text);
}

/** Writes the site where nothing would be overwritten. */
function create(folder) {
  const isFile = existsSync(folder) && !statSync(folder).isDirectory();
  if (isFile) return stop(`There is a file named ${folder}: name another folder.`);
  const taken = existsSync(folder) ? readdirSync(folder).filter((name) => name !== '.git') : [];
  if (taken.length > 0) return stop(`The folder ${folder} is not empty: name another one.`);
  try {
    write(folder);
  } catch (error) {
    return stop(`The folder ${folder} cannot be written: ${error.message}`);
  }
  const steps = [
    ...(path.resolve(folder) === process.cwd() ? [] : [`cd ${folder}`]),
    'npm install',
    'npm start',
  ];
  console.log(`The site is in ${path.resolve(folder)}. Next:\n\n  ${steps.join('\n  ')}\n`);
}

const folder = readFolder();
if (folder !== undefined) create(folder);
