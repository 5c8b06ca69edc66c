import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { at } from '../base/root.mjs';
import { packModule } from './pack-module.mjs';

/** The worker that makes films smaller. */
export const WORKER = 'src/upload/optimize/optimize-worker.ts';
const PACKED = '.build/worker.json';
/** Of all workers, also earlier ones. */
const NAME = /^vh-optimize-worker-[\w-]+\.js$/;
const ADDRESS = /new URL\(["']\.\/optimize-worker\.js["'], import\.meta\.url\)/;
const IMPORT = /import\(\s*\/\* webpackIgnore: true \*\/\s*["']\.\/optimize-worker\.[jt]s["']\s*\)/;

/** Packs the worker with all that it needs, under a name that changes with its content. */
export async function packWorker() {
  const packages = new Set();
  const code = await packModule(WORKER, packages);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const worker = { name: `vh-optimize-worker-${hash}.js`, code, packages: [...packages] };
  mkdirSync(at('.build'), { recursive: true });
  writeFileSync(at(PACKED), JSON.stringify(worker));
}

/** The packed worker: its name, its code, and the packages in it. */
export const packedWorker = () => JSON.parse(readFileSync(at(PACKED), 'utf8'));

/** Removes the files of the script tag, but for the worker: the package's modules name it, too. */
export function removeAllButWorker(folder) {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!NAME.test(name)) rmSync(`${folder}/${name}`, { recursive: true });
}

/** Puts the worker among the files of the script tag, the only place where the package has it. */
export function putWorker(folder) {
  const { name, code } = packedWorker();
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder))
    if (NAME.test(other) && other !== name) rmSync(`${folder}/${other}`);
  if (!existsSync(`${folder}/${name}`)) writeFileSync(`${folder}/${name}`, code);
}

/** What starts the worker, with the packed one's address from there. Bundlers copy such a file as it is, or split it off. */
export const nameWorker = (code, folder) =>
  replaced(
    code,
    `'${folder}/${packedWorker().name}'`,
    (address) => `import(/* webpackIgnore: true */ ${address})`,
  );

/** For the script-tag file, which no bundler reads after this one. */
export function workerBesideBundle(packages) {
  return {
    name: 'worker-beside-bundle',
    buildStart() {
      for (const one of packedWorker().packages) packages.add(one);
    },
    transform: {
      filter: { id: /\/optimize\/start-worker\.ts$/ },
      order: 'pre',
      handler: (source) => ({
        code: replaced(
          source,
          `/* @vite-ignore */ './${packedWorker().name}'`,
          (address) => `import(/* @vite-ignore */ new URL(${address}, import.meta.url).href)`,
        ),
        map: null,
      }),
    },
  };
}

function replaced(source, address, load) {
  if (!ADDRESS.test(source) || !IMPORT.test(source))
    throw new Error('start-worker.ts names its worker in another way.');
  return source.replace(ADDRESS, `new URL(${address}, import.meta.url)`).replace(IMPORT, load(address));
}
