import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codeIn, migrationTables, namesIn } from '../support/migration-tables.ts';
import { inRepository } from '../support/repository.ts';

/** What the platform names, and what stands for a name. */
const NOT_OURS = new Set([
  ...['player', 'source', 'track', 'aspect-ratio', 'part', 'state', 'NAME', 'without-NAME'],
  ...['before-NAME', 'after-NAME', '--vh-', 'addEventListener', 'once', 'true', 'timeupdate', 'canplay'],
  ...['currentTime', 'duration', 'seekable', 'textTracks'],
]);

interface Named {
  name?: string;
}
interface Declaration extends Named {
  tagName?: string;
  attributes?: Named[];
  members?: Named[];
  events?: Named[];
  cssProperties?: Named[];
  cssParts?: Named[];
  cssStates?: Named[];
  slots?: Named[];
}

/** Every public name: those of the elements, and those that the reference has beside them. */
function ourNames(): Set<string> {
  const manifest = JSON.parse(readFileSync(inRepository('custom-elements.json'), 'utf8')) as {
    modules: { declarations?: Declaration[] }[];
  };
  const declarations = manifest.modules.flatMap(({ declarations: all = [] }) => all);
  const lists = declarations.flatMap((one) => [
    ...[[one], one.attributes, one.members, one.events, one.cssProperties, one.cssParts],
    ...[one.cssStates, one.slots],
  ]);
  const names = lists.flatMap((list = []) => list.map(({ name = '' }) => name));
  const tags = declarations.map(({ tagName = '' }) => tagName);
  const reference = readFileSync(inRepository('docs/reference.md'), 'utf8');
  return new Set([...names, ...tags, ...codeIn(reference).flatMap(namesIn)]);
}

describe('the tables of docs/migration.md', () => {
  const ours = ourNames();

  for (const { heading, rows } of migrationTables()) {
    it(`"${heading}" names what there is`, () => {
      assert.ok(rows.length > 5, `${rows.length} rows`);
      // Values stand in quotation marks: each attribute has its own test of these.
      const named = rows.flatMap(({ here }) => codeIn(here)).map((code) => code.replace(/(["']).*?\1/g, ''));
      const lost = named.flatMap(namesIn).filter((name) => !ours.has(name) && !NOT_OURS.has(name));
      assert.deepEqual(lost, []);
    });
  }
});
