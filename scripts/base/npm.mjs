import { runTool } from './run-tool.mjs';

/** Runs npm: the one that started this script, else the one on the path. */
export function npm(args, options) {
  const started = process.env.npm_execpath;
  return started?.endsWith('.js')
    ? runTool(process.execPath, [started, ...args], options)
    : runTool('npm', args, options);
}
