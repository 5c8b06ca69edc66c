import { readManifest, elementsOf } from './elements.mjs';
import { makeManifest } from './make-manifest.mjs';

const lists = [
  'attributes',
  'fields',
  'methods',
  'events',
  'slots',
  'parts',
  'cssProperties',
  'states',
  'commands',
];
const isNative = (type) => /^(Event|[A-Z]\w*Event)$/.test(type) && !type.startsWith('Vh');

/** The faults of custom-elements.json: it differs from the sources, or a public name has no description. */
export async function manifestFaults() {
  const fresh = await makeManifest();
  const committed = `${JSON.stringify(readManifest(), null, 2)}\n`;
  const stale =
    fresh === committed ? [] : ['custom-elements.json is not what the sources say: npm run manifest'];
  return [...stale, ...elementsOf(JSON.parse(fresh)).flatMap(silentNames)];
}

function silentNames(element) {
  const silent = lists.flatMap((list) =>
    element[list]
      .filter(({ description }) => !description)
      .map(({ name }) => `<${element.tag}> ${name} has no JSDoc`),
  );
  const unnamed = element.events
    .map(({ name, type }) => ({ name, type: type?.text ?? '' }))
    .filter(({ type }) => !isNative(type) && !element.exported.includes(type))
    .map(({ name, type }) => `<${element.tag}> ${name}: ${element.path} does not export its class ${type}`);
  return [...silent, ...unnamed, ...(element.summary ? [] : [`<${element.tag}> has no @summary`])];
}
