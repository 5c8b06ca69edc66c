import { readFileSync } from 'node:fs';
import { at } from '../base/root.mjs';

/** The committed manifest. */
export const readManifest = () => JSON.parse(readFileSync(at('custom-elements.json'), 'utf8'));

/** The elements of a manifest, flat and with empty lists where there is nothing, in the order of their tags. */
export function elementsOf(manifest) {
  return manifest.modules
    .flatMap((module) => module.declarations.map((declaration) => ({ module, declaration })))
    .filter(({ declaration }) => declaration.tagName)
    .map(({ module, declaration: { members = [], ...rest } }) => ({
      tag: rest.tagName,
      className: rest.name,
      path: module.path,
      exported: namesOf(manifest, module),
      summary: rest.summary ?? '',
      description: rest.description ?? '',
      attributes: rest.attributes ?? [],
      // Attributes in the class comment: their property belongs to another element.
      loneAttributes: (rest.attributes ?? []).filter(({ fieldName }) => fieldName === undefined),
      fields: members.filter(({ kind }) => kind === 'field'),
      methods: members.filter(({ kind }) => kind === 'method'),
      events: (rest.events ?? []).map((event) => ({ ...event, fields: fieldsOf(manifest, event) })),
      slots: rest.slots ?? [],
      parts: rest.cssParts ?? [],
      cssProperties: rest.cssProperties ?? [],
      states: rest.cssStates ?? [],
      commands: rest.commands ?? [],
    }))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

/** The fields that an event of our own class carries, as the class declares them. */
function fieldsOf(manifest, { type }) {
  const declarations = manifest.modules.flatMap((module) => module.declarations);
  const found = declarations.find(({ name, tagName }) => !tagName && name === type?.text);
  return (found?.members ?? []).filter(({ kind }) => kind === 'field');
}

/** The classes that a module exports, by name, re-exports included. */
function namesOf(manifest, module) {
  return (module?.exports ?? []).flatMap(({ name, declaration }) =>
    name === '*'
      ? namesOf(
          manifest,
          manifest.modules.find(({ path }) => path === declaration.module),
        )
      : [name],
  );
}
