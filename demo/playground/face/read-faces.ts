import type { AttributeFace, Face, SlotFace, StyleFace } from './face.ts';

/** What the playground reads of a manifest. It is the package's own, and of the same build. */
export interface Manifest {
  readonly modules: readonly { readonly declarations?: readonly Declaration[] }[];
}

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly default?: string;
}

interface Declaration {
  readonly name: string;
  readonly tagName?: string;
  readonly summary?: string;
  readonly attributes?: readonly (Named & {
    readonly type?: { readonly text: string };
    readonly fieldName?: string;
  })[];
  readonly slots?: readonly Named[];
  readonly cssProperties?: readonly Named[];
}

/**
 * Attributes without a control, since they say where something is or who somebody is: the playground gives its own film and
 * backend, and no address that is passed around may lead a browser elsewhere.
 */
export const GIVEN: ReadonlySet<string> = new Set(
  (
    'asset-url backend base-url collector-url credentials embed-url for fullscreen-target href live-stream-id poster ' +
    'playlist share-url src storyboard subject token upload-group video-id'
  ).split(' '),
);

/** The elements of a manifest by their tags, first the one that has the most to choose. */
export function readFaces(manifest: Manifest): Map<string, Face> {
  const faces = declarationsOf(manifest).flatMap((declaration): Face[] => {
    const { tagName: tag, name: className, summary = '', attributes = [], slots = [] } = declaration;
    if (tag === undefined) return [];
    const names = attributes.map(({ name }) => name);
    return [
      {
        ...{ tag, className, summary },
        attributes: attributes.filter(({ name }) => !GIVEN.has(name)).map((one) => attributeOf(one, names)),
        slots: slots.filter(isFree).map(slotOf),
      },
    ];
  });
  faces.sort((one, other) => other.attributes.length - one.attributes.length);
  return new Map(faces.map((face) => [face.tag, face]));
}

/** The custom properties of all elements together: a page sets them once. */
export function readStyles(manifest: Manifest): StyleFace[] {
  const found = new Map<string, StyleFace>();
  const most = declarationsOf(manifest).sort(
    (one, other) => (other.cssProperties?.length ?? 0) - (one.cssProperties?.length ?? 0),
  );
  for (const { name, description = '', default: value = '' } of most.flatMap(
    ({ cssProperties = [] }) => cssProperties,
  ))
    if (!found.has(name))
      found.set(name, { name, description, default: value, kind: /^\d/.test(value) ? 'length' : 'colour' });
  return [...found.values()];
}

const declarationsOf = ({ modules }: Manifest) => modules.flatMap(({ declarations = [] }) => declarations);

/** Not a slot whose description begins with the elements that belong there. */
const isFree = ({ description = '' }: Named) => !description.startsWith('`<');

const slotOf = ({ name, description = '' }: Named): SlotFace => ({ name, description });

function attributeOf(
  {
    name,
    description = '',
    type,
    fieldName,
    default: value = '',
  }: NonNullable<Declaration['attributes']>[number],
  names: readonly string[],
): AttributeFace {
  const types = (type?.text ?? 'string').split('|').map((part) => part.trim());
  const literals = types.flatMap((part) => /^'(.+)'$/.exec(part)?.[1] ?? []);
  const kind = types.includes('boolean')
    ? 'switch'
    : types.includes('number')
      ? 'number'
      : literals.length > 0
        ? 'choice'
        : 'text';
  return {
    ...{ name, kind, description, default: value.replaceAll(/^'|'$/g, '') },
    words: kind === 'text' || kind === 'number' ? wordsIn(description, names) : literals,
    prop: fieldName ?? propOf(name),
  };
}

/** What a description sets in code, but for the names of attributes and of types. */
const wordsIn = (description: string, names: readonly string[]) =>
  [...new Set([...description.matchAll(/`([^`<>()[\]]{1,30})`/g)].flatMap(([, word = '']) => word))].filter(
    (word) => word !== 'input' && !names.includes(word),
  );

/** React's names are in camel case, and one is React's own. */
const propOf = (name: string) =>
  name === 'autoplay'
    ? 'autoPlay'
    : name.replaceAll(/-(\w)/g, (_whole, letter: string) => letter.toUpperCase());
