import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../base/list-files.mjs';
import { at } from '../base/root.mjs';
import { importWordModules, isWordFile, wordModule } from '../locales/word-modules.mjs';
import { packStylesOf } from './pack-styles.mjs';
import { seeThroughFaces } from './see-through-faces.mjs';

/** Browsers load these as they are, or a bundler packs them. */
const NOT_FOR_NODE = [
  /\.d\.ts$/,
  /\.browser\.test\.ts$/,
  /^demo\/pages\//,
  /^test\/support\/browser\//,
  /^test\/frameworks\/projects\//,
];

/**
 * Takes the types off all TypeScript files of the folders, for Node, into `.build`, and makes modules of words. Types are checked by `npm run check`. Only
 * files that changed since the last time are compiled, so that one changed test runs at once.
 */
export async function compileForNode(folders) {
  const memory = at('.build', 'compiled.json');
  const before = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};
  const files = sourcesOf(folders).filter((file) => !NOT_FOR_NODE.some((pattern) => pattern.test(file)));
  const now = {};
  const compile = async (file) => {
    const text = readFileSync(at(file), 'utf8');
    const hash = createHash('sha256').update(text).digest('base64');
    const target = outputOf(file);
    now[file] = hash;
    if (before[file] === hash && existsSync(target)) return;
    mkdirSync(path.dirname(target), { recursive: true });
    if (isWordFile(file)) {
      writeFileSync(target, wordModule(text));
      return;
    }
    const { code, map } = await withoutTypes(file, text);
    map.sources = [path.relative(path.dirname(target), at(file))];
    delete map.sourcesContent;
    writeFileSync(`${target}.map`, JSON.stringify(map));
    writeFileSync(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map\n`);
  };
  await Promise.all(files.map(compile));
  const outputs = new Set(files.map(outputOf));
  for (const output of Object.keys(before).map(outputOf)) {
    if (!outputs.has(output)) for (const end of ['', '.map']) rmSync(`${output}${end}`, { force: true });
  }
  writeFileSync(memory, JSON.stringify(now));
}

/**
 * Takes the types off the package's modules, as they are shipped in `dist`, and packs their style sheets and templates, which
 * a bundler leaves as they are. The script-tag entries are bundled apart.
 */
export async function compileForPackage() {
  const files = sourcesOf(['src']).filter((file) => !file.endsWith('.d.ts') && !file.startsWith('src/cdn/'));
  await Promise.all(
    files.map(async (file) => {
      const name = file.slice('src/'.length);
      const target = at('dist', moduleName(name));
      const text = readFileSync(at(file), 'utf8');
      mkdirSync(path.dirname(target), { recursive: true });
      const code = isWordFile(file)
        ? wordModule(text)
        : packStylesOf(seeThroughFaces(name, (await withoutTypes(file, text)).code));
      writeFileSync(target, code);
    }),
  );
}

/** Has the declarations in `dist` name the modules that they need, as the modules do. */
export function seeThroughFacesInTypes() {
  for (const file of listFiles('dist').filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(at(file), 'utf8');
    const seen = seeThroughFaces(file.slice('dist/'.length), text);
    if (seen !== text) writeFileSync(at(file), seen);
  }
}

const sourcesOf = (folders) =>
  folders.flatMap(listFiles).filter((file) => file.endsWith('.ts') || isWordFile(file));

async function withoutTypes(file, text) {
  const { transformWithOxc } = await import('vite');
  return transformWithOxc(importWordModules(text), at(file), OPTIONS);
}

const OPTIONS = { target: 'es2022', sourcemap: true, typescript: { rewriteImportExtensions: true } };

const moduleName = (file) => file.replace(/\.(?:ts|json)$/, '.js');

const outputOf = (file) => at('.build', moduleName(file));
