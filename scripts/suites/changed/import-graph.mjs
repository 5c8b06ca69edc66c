import path from 'node:path';

/**
 * What each file of the repository leads to, from its text: `{file: [other file or folder with a slash at its end]}`.
 *
 * - Imports and exports, static and by `import()`. Those of types alone lead nowhere: they are gone when the code runs.
 * - The package by its name: `vh-elements/define/vh-player.js` is `src/define/vh-player.ts`.
 * - A string that names a file or a folder of the repository, also in pieces: `inRepository('docs', 'errors.md')`. So a test
 *   leads to the documents, backends and scripts that it reads or starts.
 * - What is built: `dist/…` is what it is built from, and `dist/cdn` the elements that a file speaks of. So a page
 *   that shows a player does not lead to the uploader. A script that builds leads to all of `src`.
 */
export function readGraph(texts) {
  const files = new Set(Object.keys(texts));
  const folders = new Set([...files].flatMap(foldersOf));
  const find = (place) => {
    if (files.has(place)) return [place];
    const asSource = place.replace(/\.js$/, '.ts');
    if (files.has(asSource)) return [asSource];
    const folder = place.replace(/\/?$/, '/');
    return folders.has(folder) ? [folder] : [];
  };
  const graph = {};
  for (const [file, text] of Object.entries(texts)) {
    if (!/\.(?:[cm]?[jt]sx?|vue|svelte|html|php|py)$/.test(file)) continue;
    if (file.startsWith('scripts/building/')) {
      graph[file] = ['src/'];
      continue;
    }
    const code = text.replace(COMMENTS, '').replace(TYPES, '');
    // Its pages are built, and served by their place.
    const pages = /^demo\/[^/]+$/.test(file) ? [...files].filter((one) => one.startsWith('demo/pages/')) : [];
    const names = [...importsOf(code), ...(NAMES_PLACES.test(file) ? placesOf(code) : [])];
    const targets = names.flatMap((name) => placesFor(name, file, find));
    graph[file] = [...new Set([...targets, ...pages])].filter(
      (target) => target !== file && !target.endsWith('.test.ts'),
    );
  }
  return graph;
}

const foldersOf = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => `${parts.slice(0, index + 1).join('/')}/`);

/** Lines of comments, which speak of places. */
const COMMENTS = /^\s*(?:\/\/|\/?\*).*$/gm;
/** Gone when the code runs. */
const TYPES = /^(?:import|export) type [^;]*;/gm;

const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?['"]([^'"]+)['"]/gm;
const LAZY = /\bimport\(\s*['"]([^'"]+)['"]/g;
const importsOf = (text) => [...text.matchAll(IMPORT), ...text.matchAll(LAZY)].map(([, name]) => name);

/** What ships and what runs in a page names no place of the repository. */
const NAMES_PLACES = /^(?:bench|demo|scripts|test)\//;
const STRING = /['"`]([\w@.][\w@./-]*)['"`]/g;
const PIECES = /\b(?:at|inRepository|listFiles|loadScript)\(((?:\s*'[\w@./-]+',?)+)\s*[),]/g;
/** Strings that look like a path, and those of a call beside each other. */
const placesOf = (text) => [
  ...[...text.matchAll(STRING)].map(([, place]) => place).filter((place) => /[/.]/.test(place)),
  ...[...text.matchAll(PIECES)].map(([, pieces]) =>
    [...pieces.matchAll(/'([^']+)'/g)].map(([, piece]) => piece).join('/'),
  ),
];

function placesFor(name, file, find) {
  if (name.startsWith('.') && !name.startsWith('.build')) {
    return find(path.posix.normalize(`${path.posix.dirname(file)}/${name}`));
  }
  const [, entry] = /^vh-elements\/(.+)$/.exec(name) ?? [];
  if (entry)
    return [entry, `${entry}/index.ts`, `${entry}.ts`].flatMap((one) => find(`src/${one}`)).filter(isFile);
  if (name === 'vh-elements') return find('src/index.ts');
  if (name === 'vh-elements-sandbox') return find('packages/vh-elements-sandbox/src');
  if (/^\.build\//.test(name)) return find('src');
  const [, built] = /^dist\/?(.*)$/.exec(name) ?? [];
  if (built === undefined) return find(name);
  return /^cdn\b/.test(built) ? [CDN] : find(path.posix.join('src', built));
}

const isFile = (place) => !place.endsWith('/');

/** The script-tag files, which have every element in them. */
export const CDN = 'dist/cdn/';
