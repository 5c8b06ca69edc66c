import { facesOf, layerOf, loaders, mayImport, onDemand, packed } from './layers.mjs';
import { importsOf, treesOf, where } from '../source/syntax.mjs';

const isLit = (specifier) => /^(lit|@lit)(\/|$)/.test(specifier);
const isOnDemand = (specifier) =>
  onDemand.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/**
 * 2: imports go one way between the layers, of an engine only by its face, and never in a cycle, in what ships and in what tests
 * it.
 */
export const layering = {
  name: 'layers hold, engines are used by their faces, and nothing imports in a cycle',
  find(project) {
    const sources = treesOf(project, 'src');
    const faces = facesOf(project);
    const breaks = sources.flatMap((source) =>
      importsOf(source)
        .map((link) => ({
          place: where(source.file, source.tree, link.node),
          fault: faultOf(source.file, link) ?? intrusionOf(source.file, link, faces),
        }))
        .filter(({ fault }) => fault !== undefined)
        .map(({ place, fault }) => `${place} ${fault}`),
    );
    const all = treesOf(project, 'src', 'demo', 'packages', 'test');
    return [...breaks, ...cycles(all).map((files) => `a cycle: ${files.join(' → ')}`)];
  },
};

function faultOf(from, { file, specifier, isType, isDynamic }) {
  const layer = layerOf(from);
  const allowed = [layer, ...(mayImport[layer] ?? [])];
  if (file && !allowed.includes(layerOf(file))) return `imports ${specifier}: ${layer} may not`;
  if (isLit(specifier) && layer !== 'elements') return 'imports lit: only elements may';
  if (isType) return undefined;
  const isPacked = packed.includes(file) && file !== from;
  if (isPacked && !isDynamic) return `imports ${specifier} at once: it is packed with a library`;
  if (!isOnDemand(specifier) || packed.includes(from)) return undefined;
  if (!isDynamic) return `imports ${specifier} at once: it is loaded on demand, behind await import()`;
  return loaders.includes(layer) ? undefined : `loads ${specifier}: only an engine may`;
}

/** An import from inside an engine that has a face. */
function intrusionOf(from, { file, specifier }, faces) {
  const layer = file && layerOf(file);
  const face = faces.get(layer);
  if (!face || layer === layerOf(from) || file === face) return undefined;
  return `imports ${specifier}: of ${layer}, others import only ${face}`;
}

/**
 * Cycles of imports. Types and `import()` count as well: neither file of such a cycle can be read, tested or moved
 * without the other. Only the list of later parts names what may come back to it.
 */
function cycles(sources) {
  const links = new Map(
    sources.map((source) => [
      source.file,
      importsOf(source).flatMap(({ file, isDynamic }) =>
        file === undefined || (isDynamic && source.file.endsWith('/parts.ts')) ? [] : [file],
      ),
    ]),
  );
  const done = new Set();
  const found = [];
  const visit = (file, trail) => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file]);
    else if (!done.has(file)) {
      for (const next of links.get(file) ?? []) visit(next, [...trail, file]);
      done.add(file);
    }
  };
  for (const file of links.keys()) visit(file, []);
  return found;
}
