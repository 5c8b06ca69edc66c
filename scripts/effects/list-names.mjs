import { elementsOf, readManifest } from '../manifest/elements.mjs';
import { readExports } from '../reference/read-exports.mjs';
import { embedNames } from './embed-names.mjs';

/** The classes and options of each module whose members are names of their own; its functions are, too. */
const MODULES = {
  client: { entry: 'src/client/index.ts', shapes: ['Client', 'ClientOptions', 'CallOptions', 'VhError'] },
  backend: {
    entry: 'src/backend/index.ts',
    shapes: [
      'Backend',
      'BackendOptions',
      'EmbedSettings',
      'EmbedUrlOptions',
      'PlaybackCacheOptions',
      'UploadAnswer',
      'NodeListenerOptions',
      'RateBucketOptions',
      'WebhookOptions',
    ],
  },
  insights: {
    entry: 'src/insights/index.ts',
    shapes: ['InsightsOptions', 'InsightsReader', 'Insights'],
  },
  // The rest of this module stands behind the elements.
  configure: { entry: 'src/index.ts', shapes: ['Config'], isOnlyShapes: true },
};

/** The title of each group of names; its judges are in test/effects/NAME.json. */
export const TITLES = {
  'vh-captions-picker': '`<vh-captions-picker>`',
  'vh-player': '`<vh-player>`',
  'vh-transcript': '`<vh-transcript>`',
  'vh-upload-status': '`<vh-upload-status>`',
  'vh-uploader': '`<vh-uploader>`',
  'configure': '`configure()`',
  'client': '`vh-elements/client`',
  'backend': '`vh-elements/backend`',
  'insights': '`vh-elements/insights`',
  'embed': 'Embed pages',
};

/**
 * Every public name by its group, each as `{ name, words }`: a test of its effect mentions one of the words at least.
 */
export function listNames() {
  const elements = elementsOf(readManifest()).map((element) => [element.tag, elementNames(element)]);
  const exported = readExports(Object.fromEntries(Object.entries(MODULES).map(([k, v]) => [k, v.entry])));
  const modules = Object.entries(MODULES).map(([group, about]) => [
    group,
    moduleNames(exported[group], about),
  ]);
  return Object.fromEntries([...elements, ...modules, ['embed', embedNames()]]);
}

function elementNames(element) {
  const propertyOf = (attribute) => attribute.fieldName;
  const attributeOf = ({ name }) => element.attributes.find(({ fieldName }) => fieldName === name)?.name;
  const list = (kind, entries, words = (name) => [name]) =>
    entries.map(({ name }) => ({ name: `${kind} ${name || 'default'}`, words: words(name) }));
  return [
    ...element.attributes.map((one) => ({
      name: `attribute ${one.name}`,
      words: [one.name, propertyOf(one) ?? camel(one.name), ...madeOf(one.name)],
    })),
    ...element.fields.map((field) => ({
      name: `property ${field.name}`,
      words: [field.name, attributeOf(field)].filter(Boolean),
    })),
    ...element.methods.map(({ name }) => ({ name: `method ${name}()`, words: [name] })),
    ...list('event', element.events),
    ...list('slot', element.slots, (name) =>
      name ? [name, ...madeOf(name)] : [`<${element.tag}`, 'append'],
    ),
    ...list('part', element.parts),
    ...list('custom property', element.cssProperties),
    ...list('state', element.states),
    ...list('command', element.commands),
  ];
}

const camel = (name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** A test that goes through a list of controls makes their names: `without-${control}`. */
function madeOf(name) {
  const [, start, control] = /^(without-|before-|after-)(.+)$/.exec(name) ?? [];
  return start ? [[`${start}\${`, control]] : [];
}

function moduleNames(list, { shapes, isOnlyShapes }) {
  const functions = list.filter(({ kind }) => kind === 'function' && !isOnlyShapes);
  const members = shapes.flatMap((shape) => {
    const found = list.find(({ name }) => name === shape);
    return (found?.members ?? []).map(({ name, isMethod }) => {
      const [own] = name.split('(');
      return { name: `${shape}.${own}${isMethod ? '()' : ''}`, words: [own] };
    });
  });
  return [...functions.map(({ name }) => ({ name: `${name}()`, words: [name] })), ...members];
}
