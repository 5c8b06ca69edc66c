import { textOf, untouched, valueOfAttribute, valueOfStyle, type Choice, type Offer } from './choice.ts';

/** Characters of an address that are read at all. */
const LONGEST = 8000;
const FIRST = 'vh-player';

// Names of the playground's own begin with a line, which no attribute's does; those of slots have a dot.
const ELEMENT = '_element';
const SCHEME = '_scheme';
const LANGUAGE = '_language';
const CAPTIONS = '_captions';
const SLOT = 'slot.';

/** The part of an address after `#` that says a choice: nothing for what is as it was. */
export function writeAddress(choice: Choice): string {
  const { tag, attributes, slots, theme, scheme, language, captions } = choice;
  const fields = new URLSearchParams();
  if (tag !== FIRST) fields.set(ELEMENT, tag);
  for (const [name, value] of attributes) fields.set(name, value);
  for (const [name, text] of slots) fields.set(SLOT + name, text);
  // `#` would be three characters.
  for (const [name, value] of theme) fields.set(name, value.replace('#', ''));
  if (scheme !== '') fields.set(SCHEME, scheme);
  if (language !== '') fields.set(LANGUAGE, language);
  if (captions.length > 0) fields.set(CAPTIONS, captions.join('.'));
  // A switch is its name alone.
  return fields.toString().replaceAll(/=(?=&|$)/g, '');
}

/** The choice that an address says. Anybody may have written it: what is not on offer is not there. */
export function readAddress(address: string, offer: Offer): Choice {
  const fields = new URLSearchParams(address.slice(0, LONGEST));
  const face = offer.faces.get(fields.get(ELEMENT) ?? FIRST) ?? offer.faces.get(FIRST);
  if (!face) return untouched(FIRST);
  const scheme = fields.get(SCHEME);
  const language = fields.get(LANGUAGE) ?? '';
  const captions = (fields.get(CAPTIONS) ?? '').split('.').filter((tag) => offer.captions.includes(tag));
  return {
    tag: face.tag,
    attributes: taken(face.attributes, ({ name }) => fields.get(name), valueOfAttribute),
    slots: taken(
      face.slots,
      ({ name }) => fields.get(SLOT + name),
      (_slot, text) => textOf(text) || undefined,
    ),
    theme: taken(
      offer.styles,
      ({ name, kind }) => withSign(kind, fields.get(name)),
      (style, value) => valueOfStyle(style, value),
    ),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : '',
    language: offer.languages.includes(language) ? language : '',
    captions: [...new Set(captions)],
  };
}

const withSign = (kind: string, value: string | null) =>
  value !== null && kind === 'colour' ? `#${value}` : value;

/** The values that are given and good, in the order of what is offered. */
function taken<Item extends { readonly name: string }>(
  items: readonly Item[],
  given: (item: Item) => string | null,
  check: (item: Item, value: string) => string | undefined,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const item of items) {
    const found = given(item);
    const value = found === null ? undefined : check(item, found);
    if (value !== undefined) values.set(item.name, value);
  }
  return values;
}
