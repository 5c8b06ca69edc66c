#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conformance } from './command.ts';

// npx vh-elements conformance …: the package's one command.

const HELP = `vh-elements conformance --url ADDRESS [options]

Tests the page backend at ADDRESS against its contract. vh-elements conformance --help shows the options.
`;

/** True when this file was started, and not merely loaded. */
function isStarted(): boolean {
  const [, file] = process.argv;
  return file !== undefined && realpathSync(file) === fileURLToPath(import.meta.url);
}

async function main([command, ...words]: string[]): Promise<number> {
  if (command === 'conformance') return conformance(words, (text) => void process.stdout.write(text));
  if (command === '--help' || command === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  process.stderr.write(HELP);
  return 2;
}

if (isStarted()) process.exitCode = await main(process.argv.slice(2));
