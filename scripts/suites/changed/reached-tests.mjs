import { CDN, readGraph } from './import-graph.mjs';

const TAG = /\bvh-(?:uploader|player|captions-picker|transcript)\b(?!-)/g;

/** Changes of these reach what no graph shows: how everything is installed, built, compiled and run. */
const REACHES_ALL =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vite\.config\.ts|web-test-runner\.config\.mjs|scripts\/(?:test\.mjs|(?:base|boundaries|building|installs|suites|system)\/.*)|test\/tsconfig\.json)$/;
export const reachesAll = (file) => REACHES_ALL.test(file);

/**
 * The test files that a change reaches, nearest first: `{file, steps}`. `texts` are all files of the repository that lead
 * anywhere, by their path.
 */
export function reachedTests(changed, texts) {
  const graph = readGraph(texts);
  const tests = Object.keys(texts).filter((file) => file.endsWith('.test.ts'));
  return tests
    .map((file) => ({ file, steps: stepsTo(changed, file, graph, texts) }))
    .filter(({ steps }) => steps !== undefined)
    .map((one) => ({ ...one, kinship: Math.max(...changed.map((file) => kinshipOf(one.file, file))) }))
    .toSorted((one, other) => other.kinship - one.kinship || one.steps - other.steps);
}

/** In how many steps a test comes to a changed file; undefined where it does not. */
function stepsTo(changed, test, graph, texts) {
  const seen = new Set([test]);
  const tags = new Set();
  let front = [test];
  let readsCdn = false;
  for (let steps = 0; front.length > 0; steps++) {
    if (front.some((place) => changed.some((file) => holds(place, file)))) return steps;
    const next = new Set();
    for (const place of front) {
      for (const [tag] of place.startsWith('test/') ? (texts[place] ?? '').matchAll(TAG) : []) tags.add(tag);
      for (const target of graph[place] ?? []) {
        if (target === CDN) readsCdn = true;
        else next.add(target);
      }
    }
    if (readsCdn)
      for (const target of ['src/cdn/', ...[...tags].map((tag) => `src/define/${tag}.ts`)]) next.add(target);
    front = [...next].filter((place) => !seen.has(place));
    for (const place of front) seen.add(place);
  }
  return undefined;
}

const holds = (place, file) => (place.endsWith('/') ? file.startsWith(place) : file === place);

/** How much the paths of a test and of what it may be about have in common: folders, and words of the names. */
function kinshipOf(test, file) {
  if (test === file) return Infinity;
  // The tests of the sandbox lie in `test/sandbox`.
  const folders = (one) =>
    one.replace('packages/vh-elements-sandbox/src/', 'src/sandbox/').split('/').slice(1, -1);
  const words = (one) => one.replace(/\..*$/, '').split(/[/-]/);
  const [mine, its] = [folders(test), folders(file)];
  let common = 0;
  while (common < Math.min(mine.length, its.length) && mine[common] === its[common]) common += 1;
  return common * 2 + words(test.split('/').at(-1)).filter((word) => words(file).includes(word)).length;
}
