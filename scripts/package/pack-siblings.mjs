import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../base/list-files.mjs';
import { npm } from '../base/npm.mjs';
import { at } from '../base/root.mjs';
import { packModule } from '../building/pack-module.mjs';

/** What the sandbox imports. Its version of each is the one that our tests run with. */
const SANDBOX_DEPENDENCIES = ['@fastify/busboy', 'find-my-way', 'libsql', 'mediabunny'];

/** The packages that are sent beside the library. All have its version. */
export const SIBLINGS = ['vh-elements-sandbox', 'create-vh-elements'];

/** The pages of the sandbox, and their styles. */
const PAGE_FILES = [
  'page/frame.css',
  'page/console/console.html',
  'page/console/console.css',
  'reference/reference.css',
];

/** The folder in which a package is put together, and its archive. */
export const siblingFolder = (name) => `.build/siblings/${name}`;
export const siblingArchive = (name) => `.build/siblings/${name}.tgz`;

/** Puts the packages together in `.build/siblings` and packs them. */
export async function packSiblings() {
  const own = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  for (const name of SIBLINGS) {
    const folder = at(siblingFolder(name));
    rmSync(folder, { recursive: true, force: true });
    cpSync(at('packages', name), folder, { recursive: true });
    cpSync(at('LICENSE'), path.join(folder, 'LICENSE'));
    const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const { version, engines, repository, homepage, bugs, author } = own;
    writeJson(path.join(folder, 'package.json'), {
      ...{ name, version, engines, repository, homepage, bugs, author },
      ...about,
      ...(name === 'vh-elements-sandbox' && { dependencies: sandboxDependencies(own) }),
    });
    if (name === 'vh-elements-sandbox') await copySandbox(folder);
    await pack(name);
  }
}

function sandboxDependencies({ version, devDependencies }) {
  const versions = SANDBOX_DEPENDENCIES.map((name) => [name, devDependencies[name]]);
  return { ...Object.fromEntries(versions), 'vh-elements': version };
}

/** The compiled sandbox, and the files of its page, in the folders in which they look for each other. */
async function copySandbox(folder) {
  const sources = 'packages/vh-elements-sandbox/src';
  rmSync(path.join(folder, 'src'), { recursive: true });
  const compiled = listFiles(`.build/${sources}`).filter((file) => file.endsWith('.js'));
  for (const file of compiled) {
    const target = path.join(folder, file.replace(`.build/${sources}`, 'src'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(at(file), 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
  for (const file of PAGE_FILES) cpSync(at(sources, file), path.join(folder, 'src', file));
  // Many modules, which nothing but a browser loads: there they are one script.
  const console = path.join(folder, 'src/page/console');
  for (const name of ['parts', 'pictures', 'views']) rmSync(path.join(console, name), { recursive: true });
  const packed = await packModule(`${sources}/page/console/console.ts`);
  writeFileSync(path.join(console, 'console.js'), packed.replace(/^\/\*!.*\n/, ''));
}

async function pack(name) {
  const args = ['pack', at(siblingFolder(name)), '--ignore-scripts', '--loglevel=silent'];
  await npm([...args, '--pack-destination', at('.build/siblings')], {
    complaint: `npm could not pack ${name}.`,
  });
  const made = readdirSync(at('.build/siblings')).find((file) =>
    new RegExp(`^${name}-\\d.*\\.tgz$`).test(file),
  );
  renameSync(at('.build/siblings', made), at(siblingArchive(name)));
}

const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
