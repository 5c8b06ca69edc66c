import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { loadScript } from '../../support/repository.ts';

interface Tried {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: readonly string[];
  readonly fault: string | undefined;
}

const { tryPackages } = await loadScript<{
  tryPackages: (archives: readonly { archive: string; beside?: string[] }[]) => Promise<Tried[]>;
}>('scripts/release/try-packages.mjs');
const { describeTried } = await loadScript<{
  describeTried: (tried: readonly Tried[], faults: readonly string[]) => { text: string; isReady: boolean };
}>('scripts/release/describe-tried.mjs');
const { releaseFaults } = await loadScript<{
  releaseFaults: (release: {
    about: Readonly<Record<string, unknown>>;
    changelog: string;
    version: string;
    day: string;
  }) => string[];
}>('scripts/release/release-faults.mjs');

const execute = promisify(execFile);
let folder: string;
let tried: Tried[];

/** Packs a package of a few files, as `npm pack` does. */
async function pack(name: string, about: object, files: Record<string, string>): Promise<string> {
  const home = path.join(folder, name);
  await mkdir(path.join(home, 'package'), { recursive: true });
  const described = JSON.stringify({ name, version: '1.2.3', type: 'module', ...about });
  const all = Object.entries({ 'package.json': described, ...files });
  for (const [file, text] of all) await writeFile(path.join(home, 'package', file), text);
  await execute('tar', ['-czf', 'packed.tgz', ...all.map(([file]) => `package/${file}`)], { cwd: home });
  return path.join(home, 'packed.tgz');
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vh-packages-'));
  const exports = { '.': './index.js' };
  const good = await pack(
    'vh-good',
    { exports, bin: { 'vh-good': './run.js' } },
    { 'index.js': 'export {};', 'run.js': '' },
  );
  const absent = await pack(
    'vh-absent',
    { exports: { ...exports, './more': './more.js' } },
    { 'index.js': '' },
  );
  const needy = await pack('vh-needy', { exports }, { 'index.js': "import 'a-package-that-nobody-brings';" });
  const stopped = await pack(
    'vh-stopped',
    { bin: { 'vh-stopped': './run.js' } },
    { 'run.js': 'process.exit(3);' },
  );
  const leaning = await pack(
    'vh-leaning',
    { exports, dependencies: { 'vh-good': '1.2.3' } },
    { 'index.js': "import 'vh-good';" },
  );
  tried = await tryPackages([
    { archive: good },
    { archive: absent },
    { archive: needy },
    { archive: stopped },
    { archive: leaning, beside: [good] },
  ]);
});
after(() => rm(folder, { recursive: true, force: true }));

describe('npm run release -- --dry', () => {
  const find = (name: string) => tried.find((one) => one.name === name);

  it('says what is in a package', () => {
    const good = find('vh-good');
    assert.equal(good?.version, '1.2.3');
    assert.deepEqual([...good.files].sort(), ['index.js', 'package.json', 'run.js']);
    assert.match(good.integrity, /^sha512-/);
  });

  it('finds nothing wrong with a package that works alone, or with what it needs', () => {
    assert.equal(find('vh-good')?.fault, undefined);
    assert.equal(find('vh-leaning')?.fault, undefined);
  });

  it('finds what only an installation alone shows', () => {
    assert.match(find('vh-absent')?.fault ?? '', /names files that it does not have: \.\/more\.js/);
    assert.match(find('vh-needy')?.fault ?? '', /cannot be imported[^]*a-package-that-nobody-brings/);
    assert.match(find('vh-stopped')?.fault ?? '', /The command vh-stopped does not start/);
  });

  it('is ready only if every package works and nothing else stops a release', () => {
    const good = tried.filter((one) => one.fault === undefined);
    assert.ok(describeTried(good, []).isReady);
    const stopped = describeTried(tried, ['A placeholder.']);
    assert.ok(!stopped.isReady);
    assert.match(stopped.text, /- A placeholder\.\n- vh-absent names files/);
    assert.ok(!describeTried(good, ['A placeholder.']).isReady);
  });

  it('names everything that stops a release at once', () => {
    const about = { version: '0.1.0', homepage: 'https://homepage.invalid/' };
    const changelog = '# Changelog\n\n## Unreleased\n\n## 0.1.0, 2026-01-01\n\n- First.\n';
    const faults = releaseFaults({ about, changelog, version: '0.1.0', day: '2026-11-29' });
    assert.equal(faults.length, 3);
    assert.match(faults.join('\n'), /later than 0\.1\.0[^]*placeholders[^]*nothing to release/);
  });
});
