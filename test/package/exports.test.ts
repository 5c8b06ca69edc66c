import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { Consumer } from '../support/consumer.ts';
import { inRepository } from '../support/repository.ts';

const tags = ['uploader', 'player', 'captions-picker'];

/** Every name under which somebody may import something of ours. */
const publicNames = [
  'vh-elements',
  'vh-elements/client',
  'vh-elements/backend',
  'vh-elements/jsx',
  'vh-elements/vue',
  'vh-elements/svelte',
  'vh-elements/custom-elements.json',
  'vh-elements/package.json',
  'vh-elements/cdn/vh-elements.js',
  ...tags.map((name) => `vh-elements/define/vh-${name}.js`),
  ...tags.map((name) => `vh-elements/elements/${name}/vh-${name}.js`),
];

describe('the exports map', () => {
  let consumer: Consumer;
  before(async () => (consumer = await Consumer.create('exports')));

  /** Where Node finds a name, as a path that is there; else its complaint. */
  const resolve = (name: string) =>
    consumer.node(
      '--input-type=module',
      '--eval',
      `import { statSync } from 'node:fs';
       const url = import.meta.resolve('${name}');
       if (!statSync(new URL(url)).isFile()) throw url;`,
    );

  for (const name of publicNames) {
    it(`has ${name}`, async () => {
      const { ok, output } = await resolve(name);
      assert.ok(ok, output);
    });
  }

  it('lets nobody reach into dist or src', async () => {
    for (const name of [
      'vh-elements/dist/index.js',
      'vh-elements/src/index.ts',
      'vh-elements/core/store.js',
    ]) {
      const { ok, output } = await resolve(name);
      assert.ok(!ok, name);
      assert.match(output, /ERR_PACKAGE_PATH_NOT_EXPORTED/);
    }
  });

  it('shows dist in no public name', async () => {
    const about = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { exports: object };
    assert.deepEqual(
      Object.keys(about.exports).filter((name) => name.includes('dist')),
      [],
    );
  });
});
