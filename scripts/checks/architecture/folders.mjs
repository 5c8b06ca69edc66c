import ts from 'typescript';
import { importsOf, nodesOf, treesOf, where } from '../source/syntax.mjs';

/** More files than this are hard to take in at a glance. */
const MOST_FILES = 12;
/** A function that does not fit on a screen does two things. */
const MOST_LINES = 60;

/** Folders of one kind of file each, where the next file is one more of it. */
const SHELVES = {
  'src/elements/player/skin/controls': 'a file for each control',
};

const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));

/** 12: a folder has at most twelve files and imports only from below it; the map names existing files. */
export const folders = {
  name: 'folders import in no circle and hold twelve files at most, functions end on their screen, the map is true',
  find(project) {
    const sources = treesOf(project, 'src');
    return [...circles(sources), ...crowds(project), ...longFunctions(sources), ...lostRows(project)];
  },
};

/**
 * Circles of imports between folders, of any length. An `index.ts` serves other folders, and a `parts.ts` names what any folder
 * of its engine or element may load later, so neither counts.
 */
function circles(sources) {
  const isList = (file) => /\/(?:index|parts)\.ts$/.test(file);
  const links = new Map();
  for (const source of sources.filter(({ file }) => !isList(file))) {
    const from = folderOf(source.file);
    for (const { file } of importsOf(source)) {
      if (file === undefined || folderOf(file) === from || isList(file)) continue;
      if (!links.has(from)) links.set(from, new Map());
      if (!links.get(from).has(folderOf(file)))
        links.get(from).set(folderOf(file), `${source.file} → ${file}`);
    }
  }
  const done = new Set();
  const found = [];
  const visit = (folder, trail) => {
    const at = trail.indexOf(folder);
    if (at >= 0) found.push([...trail.slice(at), folder]);
    else if (!done.has(folder)) {
      for (const next of links.get(folder)?.keys() ?? []) visit(next, [...trail, folder]);
      done.add(folder);
    }
  };
  for (const folder of links.keys()) visit(folder, []);
  return found.map((folders) => {
    const ways = folders.slice(1).map((to, index) => links.get(folders[index]).get(to));
    return `folders import each other: ${folders.join(' → ')}, by ${ways.join(', ')}: move what both need below them`;
  });
}

function crowds(project) {
  const counts = new Map();
  const code = Object.keys(project).filter((file) =>
    /^(src|scripts|packages|demo)\/.*(?<!\.d)\.m?ts$|^scripts\/.*\.mjs$/.test(file),
  );
  for (const file of code) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => count > MOST_FILES && !(folder in SHELVES))
    .map(
      ([folder, count]) =>
        `${folder} holds ${count} files beside each other, more than ${MOST_FILES}: give those that belong together a folder`,
    );
}

function longFunctions(sources) {
  return sources.flatMap(({ file, tree }) =>
    nodesOf(tree, (node) => ts.isFunctionLike(node) && node.body !== undefined).flatMap((node) => {
      const line = (place) => tree.getLineAndCharacterOfPosition(place).line;
      const length = (inner) => line(inner.getEnd()) - line(inner.getStart(tree)) + 1;
      const lines = [...insets(node)].reduce((left, inner) => left - length(inner), length(node));
      return lines > MOST_LINES
        ? [
            `${where(file, tree, node)} is a function of ${lines} lines, more than ${MOST_LINES}: find its steps`,
          ]
        : [];
    }),
  );
}

/** The classes and templates in a function: it is as long as what it does besides. */
function* insets(node) {
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) {
    if (ts.isClassLike(child) || ts.isTaggedTemplateExpression(child)) yield child;
    else yield* insets(child);
  }
}

/** Rows of the map that name a missing file or folder. */
function lostRows(project) {
  const map = project['ARCHITECTURE.md'] ?? '';
  const files = Object.keys(project);
  return [...map.matchAll(/\]\((src\/[^)#]+)\)|`((?:src|demo|scripts|packages)\/[\w./-]+)`/g)]
    .map(([, link, code]) => link ?? code)
    .filter(
      (place) => !files.some((file) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`)),
    )
    .map((place) => `ARCHITECTURE.md names ${place}, which is not there`);
}
