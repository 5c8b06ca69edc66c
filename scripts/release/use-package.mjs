import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTool } from '../base/run-tool.mjs';

/** Uses an installed package as a stranger does: imports each of its public modules, runs each of its commands. */
export async function usePackage(home, folder, about) {
  const missing = targetsOf(about).filter(
    (file) => !file.includes('*') && !existsSync(path.join(home, file)),
  );
  if (missing.length > 0)
    throw new Error(`${about.name} names files that it does not have: ${missing.join(', ')}.`);
  const program = path.join(folder, 'use.js');
  const names = modulesOf(about);
  await writeFile(program, names.map((name) => `await import(${JSON.stringify(name)});\n`).join(''));
  await runTool(process.execPath, [program], { complaint: `${about.name} cannot be imported.` });
  for (const [name, file] of Object.entries(about.bin ?? {}))
    await runTool(process.execPath, [path.join(home, file), '--help'], {
      complaint: `The command ${name} does not start.`,
    });
}

/** The public modules that Node can load: no file for a browser, none that needs a package which is optional. */
function modulesOf({ name, exports = {}, peerDependenciesMeta = {} }) {
  const optional = Object.keys(peerDependenciesMeta);
  return Object.entries(exports)
    .filter(([place, target]) => {
      const file = fileOf(target);
      return (
        /\.js$/.test(file) && !file.includes('*') && !file.startsWith('./dist/cdn/') && !isOf(optional, place)
      );
    })
    .map(([place]) => path.posix.join(name, place));
}

const isOf = (packages, place) => packages.includes(place.replace('./', ''));
const fileOf = (target) => target.default ?? target;

/** Each file that package.json names. */
const targetsOf = ({ exports = {}, bin = {}, types }) =>
  [
    ...Object.values(exports).flatMap((target) =>
      Object.values(typeof target === 'string' ? [target] : target),
    ),
    ...Object.values(bin),
    types,
  ].filter((file) => file !== undefined);
