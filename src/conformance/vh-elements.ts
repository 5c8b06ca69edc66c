#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { conformance } from './command.ts';

// npx vh-elements conformance …: the package's one command.

const HELP = 'Say which: vh-elements conformance --url ADDRESS (and nothing more to see its options)\n';

/** True when this file is what was started, and not merely loaded. */
function isStarted(): boolean {
  const [, file] = process.argv;
  return file !== undefined && realpathSync(file) === fileURLToPath(import.meta.url);
}

async function main([command, ...words]: string[]): Promise<number> {
  if (command === 'conformance') return conformance(words, (text) => void process.stdout.write(text));
  process.stderr.write(HELP);
  return 2;
}

if (isStarted()) process.exitCode = await main(process.argv.slice(2));
