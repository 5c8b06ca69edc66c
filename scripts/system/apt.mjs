import { spawnSync } from 'node:child_process';
import { runTool } from '../base/run-tool.mjs';

/** True where packages of the distribution may be installed. */
export function hasApt() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs packages. Prints a failure and returns false: the caller finds out which are missing. */
export async function installPackages(names) {
  const apt = (...args) =>
    runTool('apt-get', ['-o', 'Acquire::Retries=2', '-o', 'Acquire::http::Timeout=30', '-q', '-y', ...args], {
      complaint: `apt-get ${args[0]} failed.`,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    await apt('update');
    await apt('install', '--no-install-recommends', ...names);
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}
