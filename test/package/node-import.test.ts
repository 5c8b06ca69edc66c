import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Consumer } from '../support/package/consumer.ts';
import { loadScript } from '../support/repository.ts';

/** Watches the registry while a module is loaded, and says what came of it. */
const registering = (name: string) => `
  const { LitElement } = await import('lit');
  const tags = [];
  customElements.define = (tag) => tags.push(tag);
  const names = Object.keys(await import('${name}'));
  console.log(JSON.stringify({ tags, names }));
`;

describe('vh-elements in Node', () => {
  let consumer: Consumer;
  before(async () => (consumer = await Consumer.create('node-import')));

  const load = async (name: string) => {
    const { ok, output } = await consumer.node('--input-type=module', '--eval', registering(name));
    assert.ok(ok, output);
    return JSON.parse(output) as { tags: string[]; names: string[] };
  };

  it('loads without a browser and without anything else', async () => {
    const { ok, output } = await consumer.node(
      '--input-type=module',
      '--eval',
      "await import('vh-elements')",
    );
    assert.ok(ok, output);
  });

  it('registers nothing when its index is imported', async () => {
    const { tags, names } = await load('vh-elements');
    assert.deepEqual(tags, []);
    assert.ok(names.includes('configure') && names.includes('VhError'), names.join());
  });

  for (const tag of ['vh-uploader', 'vh-player', 'vh-captions-picker']) {
    it(`registers <${tag}> when its define module is imported`, async () => {
      const { tags } = await load(`vh-elements/define/${tag}.js`);
      assert.ok(tags.includes(tag), tags.join());
    });
  }

  it('loads every module that is shipped, save the single script', async () => {
    const facts = await loadScript<{ loadFailures(): Promise<string[]> }>(
      'scripts/package/package-facts.mjs',
    );
    assert.deepEqual(await facts.loadFailures(), []);
  });
});
