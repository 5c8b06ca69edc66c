import { spawnSync } from 'node:child_process';
import { runTool } from './run-tool.mjs';

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
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.error(`Installing interpreters: ${missing.join(' ')} …`);
  const apt = (...args) =>
    runTool('apt-get', ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30', '-q', '-y', ...args], {
      complaint: `apt-get ${args[0]} failed.`,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    await apt('update');
    await apt('install', '--no-install-recommends', ...missing);
  } catch (error) {
    // The tests say which interpreter they miss.
    console.error(error.message);
  }
}
