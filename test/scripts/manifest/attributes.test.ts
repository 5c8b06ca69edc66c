import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface Attribute {
  name: string;
  type?: { text: string };
  description: string;
}

interface Element {
  tag: string;
  attributes: Attribute[];
}

/** Attributes that only the class comment documents: the player hands them on to its video. */
const WRITTEN: [name: string, type: string][] = [
  ['src', 'string'],
  ['poster', 'string'],
  ['autoplay', 'boolean'],
  ['muted', 'boolean'],
  ['loop', 'boolean'],
  ['preload', 'string'],
];

describe('an attribute of the class comment', () => {
  let player: Element;

  before(async () => {
    const { elementsOf } = await loadScript<{ elementsOf: (manifest: unknown) => Element[] }>(
      'scripts/manifest/elements.mjs',
    );
    const { makeManifest } = await loadScript<{ makeManifest: () => Promise<string> }>(
      'scripts/manifest/make-manifest.mjs',
    );
    const found = elementsOf(JSON.parse(await makeManifest())).find(({ tag }) => tag === 'vh-player');
    assert.ok(found);
    player = found;
  });

  it('reaches the manifest, with its type and its words', () => {
    for (const [name, type] of WRITTEN) {
      const attribute = player.attributes.find((other) => other.name === name);
      assert.equal(attribute?.type?.text, type, name);
      assert.notEqual(attribute.description, '');
    }
  });

  it('reaches the reference', async () => {
    const { elementSection } = await loadScript<{ elementSection: (element: Element) => string }>(
      'scripts/reference/element-section.mjs',
    );
    const lines = elementSection(player).split('\n');
    for (const [name, type] of WRITTEN) {
      assert.equal(
        lines.filter((line) => line.startsWith(`| \`${name}\` |  | \`${type}\` |`)).length,
        1,
        name,
      );
    }
  });

  it('reaches the editors', async () => {
    const { vsCodeData, webTypes } = await loadScript<{
      vsCodeData: (elements: Element[]) => { tags: { attributes: Attribute[] }[] };
      webTypes: (
        elements: Element[],
        about: object,
      ) => { contributions: { html: { elements: { attributes: Attribute[] }[] } } };
    }>('scripts/editor-data/editor-lists.mjs');
    const lists = [
      vsCodeData([player]).tags[0]?.attributes,
      webTypes([player], {}).contributions.html.elements[0]?.attributes,
    ];
    for (const list of lists) {
      const names = list?.map(({ name }) => name) ?? [];
      for (const [name] of WRITTEN) assert.ok(names.includes(name), name);
    }
  });

  it("reaches the frameworks' types", async () => {
    const { propsTypes } = await loadScript<{ propsTypes: (elements: Element[]) => string }>(
      'scripts/editor-data/props-types.mjs',
    );
    const types = propsTypes([player]);
    for (const [name, type] of WRITTEN) assert.ok(types.includes(`'${name}'?: ${type} | undefined;`), name);
  });
});
