import { layerOf, loaders, mayImport, onDemand, workers } from './layers.mjs';
import { importsOf, treesOf, where } from './syntax.mjs';

const isLit = (specifier) => /^(lit|@lit)(\/|$)/.test(specifier);
const isOnDemand = (specifier) =>
  onDemand.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** 2: imports go one way, and never in a circle. */
export const layering = {
  name: 'layers hold and nothing imports in a circle',
  find(project) {
    const sources = treesOf(project, 'src');
    const breaks = sources.flatMap((source) =>
      importsOf(source)
        .map((link) => ({
          place: where(source.file, source.tree, link.node),
          fault: faultOf(source.file, link),
        }))
        .filter(({ fault }) => fault !== undefined)
        .map(({ place, fault }) => `${place} ${fault}`),
    );
    return [...breaks, ...circles(sources).map((files) => `a circle: ${files.join(' → ')}`)];
  },
};

function faultOf(from, { file, specifier, isType, isDynamic }) {
  const layer = layerOf(from);
  const allowed = [layer, ...(mayImport[layer] ?? [])];
  if (file && !allowed.includes(layerOf(file))) return `imports ${specifier}: ${layer} may not`;
  if (isLit(specifier) && layer !== 'elements') return 'imports lit: only elements may';
  if (isType) return undefined;
  const isWorker = workers.includes(file) && file !== from;
  if (isWorker && !isDynamic) return `imports ${specifier} at once: it is a worker's program`;
  if (!isOnDemand(specifier) || workers.includes(from)) return undefined;
  if (!isDynamic) return `imports ${specifier} at once: it is loaded on demand, behind await import()`;
  return loaders.includes(layer) ? undefined : `loads ${specifier}: only an engine may`;
}

/** Circles of imports that are evaluated together: types are gone by then, and `import()` waits. */
function circles(sources) {
  const links = new Map(
    sources.map((source) => [
      source.file,
      importsOf(source).filter(({ file, isType, isDynamic }) => file && !isType && !isDynamic),
    ]),
  );
  const done = new Set();
  const found = [];
  const visit = (file, trail) => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file]);
    else if (!done.has(file)) {
      for (const link of links.get(file) ?? []) visit(link.file, [...trail, file]);
      done.add(file);
    }
  };
  for (const file of links.keys()) visit(file, []);
  return found;
}
