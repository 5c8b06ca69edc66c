import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { Consumer } from '../support/package/consumer.ts';
import { inRepository } from '../support/repository.ts';

const tags = ['uploader', 'player', 'captions-picker', 'transcript'];

/** Every name under which a project may import something of ours. */
const publicNames = [
  'vh-elements',
  'vh-elements/client',
  'vh-elements/backend',
  ...['redis', 'sql', 'durable-object', 'state-conformance'].map((name) => `vh-elements/backend/${name}`),
  'vh-elements/embed',
  'vh-elements/insights',
  'vh-elements/facade',
  'vh-elements/elements/player/render-facade.js',
  'vh-elements/react',
  'vh-elements/cdn/vh-embed.js',
  'vh-elements/cdn/integrity.json',
  'vh-elements/jsx',
  'vh-elements/vue',
  'vh-elements/svelte',
  'vh-elements/custom-elements.json',
  'vh-elements/package.json',
  'vh-elements/cdn/vh-elements.js',
  'vh-elements/cdn/vh-elements.css',
  'vh-elements/define/vh-elements.css',
  ...tags.map((name) => `vh-elements/define/vh-${name}.js`),
  ...tags.map((name) => `vh-elements/elements/${name}/vh-${name}.js`),
];

const privateNames = ['vh-elements/dist/index.js', 'vh-elements/src/index.ts', 'vh-elements/core/store.js'];

/** Says of each name what came of resolving it: `found`, or the code of the error. */
const program = (names: string[]) => `
  import { statSync } from 'node:fs';
  const outcome = (name) => {
    try {
      return statSync(new URL(import.meta.resolve(name))).isFile() && 'found';
    } catch (error) {
      return error.code;
    }
  };
  console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, outcome(name)]))));
`;

describe('the exports map', () => {
  let outcomes: Record<string, string>;

  before(async () => {
    const consumer = await Consumer.create('exports');
    const all = program([...publicNames, ...privateNames]);
    const { ok, output } = await consumer.node('--input-type=module', '--eval', all);
    assert.ok(ok, output);
    outcomes = JSON.parse(output) as Record<string, string>;
  });

  for (const name of publicNames) {
    it(`has ${name}`, () => {
      assert.equal(outcomes[name], 'found');
    });
  }

  for (const name of privateNames) {
    it(`does not have ${name}`, () => {
      assert.equal(outcomes[name], 'ERR_PACKAGE_PATH_NOT_EXPORTED');
    });
  }

  it('has every module that the manifest names', async () => {
    const { modules } = JSON.parse(await readFile(inRepository('custom-elements.json'), 'utf8')) as {
      modules: { path: string }[];
    };
    const paths = modules.map(({ path }) => path);
    assert.ok(paths.includes('dist/elements/player/vh-player.js'), paths.join());
    const packed = paths.filter((path) => existsSync(inRepository('.build/packed', path)));
    assert.deepEqual(packed, paths);
  });

  it('shows dist in no public name', async () => {
    const about = JSON.parse(await readFile(inRepository('package.json'), 'utf8')) as { exports: object };
    assert.deepEqual(
      Object.keys(about.exports).filter((name) => name.includes('dist')),
      [],
    );
  });
});
