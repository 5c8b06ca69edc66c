import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRepository, loadScript } from '../../support/repository.ts';

const { cutChangelog, isLater } = await loadScript<{
  cutChangelog: (text: string, version: string, day: string) => string;
  isLater: (next: string, present: string) => boolean;
}>('scripts/release/cut-release.mjs');

const { originFaults } = await loadScript<{
  originFaults: (about: Readonly<Record<string, unknown>>) => string[];
}>('scripts/release/origin-faults.mjs');

describe('npm run release', () => {
  it('refuses fields that are missing or hold the placeholder', () => {
    const good = {
      repository: { type: 'git', url: 'git+https://code.example/site.git' },
      homepage: 'https://site.example/',
      bugs: { url: 'https://code.example/site/issues' },
      author: 'A. Person <person@site.example>',
    };
    assert.deepEqual(originFaults(good), []);
    assert.deepEqual(originFaults({ ...good, author: '', bugs: undefined }), ['bugs', 'author']);
    const wrong = { url: 'git+https://repository.invalid/x.git' };
    assert.deepEqual(originFaults({ ...good, repository: wrong }), ['repository']);
  });

  it('knows each placeholder of this repository', () => {
    const about = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as Record<string, unknown>;
    // Once its owner has filled one in, that one is no placeholder any more.
    for (const name of ['repository', 'homepage', 'bugs', 'author']) {
      assert.ok(name in about, name);
      const isPlaceholder = JSON.stringify(about[name]).includes('.invalid');
      assert.equal(originFaults(about).includes(name), isPlaceholder, name);
    }
  });

  it('takes a later version only', () => {
    for (const [next, present] of [
      ['0.1.1', '0.1.0'],
      ['0.10.0', '0.9.9'],
      ['1.0.0', '0.99.0'],
    ] as const) {
      assert.ok(isLater(next, present), next);
      assert.ok(!isLater(present, next), next);
    }
    for (const wrong of ['0.1.0', '', 'v0.2.0', '0.2', '0.2.0-beta.1'])
      assert.ok(!isLater(wrong, '0.1.0'), wrong);
  });

  it('puts unreleased entries under the version, and keeps the rest', () => {
    const before =
      '# Changelog\n\nWords.\n\n## Unreleased\n\n### Player\n\n- Plays.\n\n## 0.1.0, 2026-01-01\n\n- First.\n';
    const after = cutChangelog(before, '0.2.0', '2026-11-23');
    assert.equal(
      after,
      '# Changelog\n\nWords.\n\n## Unreleased\n\n## 0.2.0, 2026-11-23\n\n### Player\n\n- Plays.\n\n## 0.1.0, 2026-01-01\n\n- First.\n',
    );
    assert.throws(() => cutChangelog(after, '0.3.0', '2026-11-24'), /nothing to release/);
  });

  it('can release what this repository has', () => {
    // Just after a release there is nothing new.
    const text = readFileSync(inRepository('CHANGELOG.md'), 'utf8').replace(
      '## Unreleased\n',
      '## Unreleased\n\n- One line more.\n',
    );
    const cut = cutChangelog(text, '9.0.0', '2026-11-23');
    assert.equal(cut.replace('\n## 9.0.0, 2026-11-23\n', ''), text);
  });
});

describe('the workflow that publishes', () => {
  const text = readFileSync(inRepository('.github/workflows/publish.yml'), 'utf8');

  it('proves where the packages come from, and holds no token', () => {
    assert.match(text, /id-token: write/);
    assert.match(text, /--provenance/);
    assert.doesNotMatch(text, /secrets\.|TOKEN|_auth/);
  });

  it('runs commands that there are, on archives that they make', () => {
    const { scripts } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [, name = ''] of text.matchAll(/npm run ([\w-]+)/g)) assert.ok(name in scripts, name);
    const packages = readFileSync(inRepository('scripts/package/packages.mjs'), 'utf8');
    assert.match(packages, /'packed', 'siblings'/);
  });
});
