import { spawnSync } from 'node:child_process';
import { hasApt, installPackages } from './apt.mjs';

/** The interpreters of the reference backends in `backends/`, and Debian's package for each. */
const languages = [
  { command: 'python3', args: ['--version'], names: ['python3'] },
  { command: 'php', args: ['--version'], names: ['php-cli'] },
];

const isThere = ({ command, args }) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * Gets the interpreters that the tests of the reference backends want, where this machine allows it. Without one, its
 * tests fail and say so: what was not run has shown nothing.
 */
export async function ensureLanguages() {
  const missing = languages.filter((language) => !isThere(language)).flatMap(({ names }) => names);
  if (missing.length === 0 || !hasApt()) return;
  console.error(`Installing interpreters: ${missing.join(' ')} …`);
  await installPackages(missing);
}
