import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { packed } from '../support/package/consumer.ts';
import { inRepository, loadScript } from '../support/repository.ts';

interface Faults {
  packageFaults: () => Promise<string[]>;
  installedPackages: () => string[];
  packagesOfStart: () => string[];
}

const read = (file: string) => readFileSync(inRepository('.build/packed', file), 'utf8');

describe('the package, as npm sends it', () => {
  let scripts: Faults;

  before(async () => {
    await packed();
    scripts = await loadScript<Faults>('scripts/package/package-faults.mjs');
  });

  it('has no fault that publint, are-the-types-wrong or we could find', async () => {
    assert.deepEqual(await scripts.packageFaults(), []);
  });

  it('has the guide for coding agents, and a list of documents whose links lead to files beside it', () => {
    const names = readdirSync(inRepository('.build/packed'), { recursive: true }).map((name) =>
      String(name).replaceAll('\\', '/'),
    );
    const links = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    assert.ok(links.includes('docs/agents.md'), links.join());
    assert.deepEqual(
      links.filter((target) => !names.includes(target)),
      [],
    );
  });

  it('has the worker of `optimize` once, and names it by its content', () => {
    const names = readdirSync(inRepository('.build/packed'), { recursive: true }).map(String);
    const workers = names.filter((name) => /optimize-worker[^/]*\.js$/.test(name));
    assert.equal(workers.length, 1, workers.join());
    const [, address = ''] =
      /new URL\('([^']+)', import\.meta\.url\)/.exec(read('dist/upload/optimize/start-worker.js')) ?? [];
    const worker = path.posix.join('dist/upload/optimize', address);
    assert.equal(worker, workers[0]?.replaceAll('\\', '/'));
    const hash = createHash('sha256').update(read(worker)).digest('base64url').slice(0, 8);
    assert.ok(worker.endsWith(`-${hash}.js`), worker);
  });

  it('has at most 900 files and 2.1 MB', () => {
    const entries = readdirSync(inRepository('.build/packed'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).length;
    const { size } = statSync(inRepository('.build/packed.tgz'));
    assert.ok(files <= 900 && size <= 2_100_000, `${String(files)} files, ${String(size)} bytes`);
  });

  it('brings at most ten packages, itself included', () => {
    const names = scripts.installedPackages();
    assert.ok(names.includes('lit') && names.includes('hls.js'), names.join());
    assert.ok(names.length + 1 <= 10, names.join());
  });

  for (const [file, names] of Object.entries({
    'dist/THIRD-PARTY-NOTICES.txt': ['mediabunny', 'tus-js-client', 'url-parse', 'js-base64'],
    'dist/cdn/THIRD-PARTY-NOTICES.txt': ['mediabunny', 'tus-js-client', 'hls.js', 'lit-html', 'lit'],
  })) {
    it(`passes on the terms of what it contains: ${file}`, () => {
      const text = read(file);
      for (const name of names) assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+, `, 'm'));
      assert.match(text, /^mediabunny [\d.]+, MPL-2\.0\nhttps:\/\/\S+\n/m, 'where its source is');
      assert.match(text, /Mozilla Public License/);
    });
  }

  it('proves that each file of its script-tag folder is whole', () => {
    const hash = (kind: string, name: string) =>
      createHash(kind).update(readFileSync(inRepository('.build/packed/dist/cdn', name)));
    const names = readdirSync(inRepository('.build/packed/dist/cdn'));
    const sums = read('dist/cdn/SHA256SUMS').trim().split('\n');
    assert.deepEqual(
      sums,
      names
        .filter((name) => name !== 'SHA256SUMS')
        .sort()
        .map((name) => `${hash('sha256', name).digest('hex')}  ${name}`),
    );
    const integrity = JSON.parse(read('dist/cdn/integrity.json')) as Record<string, string>;
    assert.deepEqual(
      integrity,
      Object.fromEntries(
        names
          .filter((name) => name.endsWith('.js'))
          .map((name) => [name, `sha384-${hash('sha384', name).digest('base64')}`]),
      ),
    );
  });
});

describe('a clone', () => {
  it('installs at most 100 packages and 200 MB for npm start', async () => {
    const { packagesOfStart } = await loadScript<Faults>('scripts/package/package-faults.mjs');
    const places = packagesOfStart();
    assert.ok(places.includes('node_modules/vite') && !places.includes('node_modules/react'), places.join());
    // The lock file knows of another libc's packages, too.
    const sizes = places
      .map((place) => inRepository(place))
      .filter((place) => existsSync(place))
      .map(sizeOf);
    assert.ok(sizes.length > 40, String(sizes.length));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(
      places.length <= 100 && bytes <= 200_000_000,
      `${String(places.length)} packages, ${String(bytes)} bytes`,
    );
  });
});

/** The bytes of a package's files, without the packages in it, which are counted themselves. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  return entries.reduce((sum, entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(place);
    return sum + (entry.isFile() ? statSync(place).size : 0);
  }, 0);
}
