import { spawn } from 'node:child_process';
import { root } from './root.mjs';

/**
 * Runs a program and gives back what it said. Quiet while all goes well; a failure throws `complaint` and the output.
 */
export async function runTool(command, args, { complaint, env = {} }) {
  const { code, output } = await capture(command, args, env);
  if (code !== 0) throw new Error(`${complaint}\n${output.trim()}`);
  return output;
}

/** Runs a Node program from node_modules, which needs no shell and no PATH. */
export const runNodeTool = (file, args, options) =>
  runTool(process.execPath, [`node_modules/${file}`, ...args], options);

function capture(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
