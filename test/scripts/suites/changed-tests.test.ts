import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

const { changedFiles } = await loadScript<{
  changedFiles: (ref: string | undefined, folder: string) => string[];
}>('scripts/suites/changed/changed-files.mjs');
const { reachedTests, reachesAll } = await loadScript<{
  reachedTests: (changed: string[], texts: Record<string, string>) => { file: string }[];
  reachesAll: (file: string) => boolean;
}>('scripts/suites/changed/reached-tests.mjs');

/** A small repository: what each file says. */
const TEXTS = {
  'src/core/clock.ts': '',
  'src/core/shape.ts': '',
  'src/elements/player/bar.ts': "import { clock } from '../../core/clock.ts';",
  'src/elements/player/vh-player.ts': "export const parts = () => import('./bar.ts');",
  'src/elements/uploader/vh-uploader.ts': "import {\n  type Shape,\n} from '../../core/shape.ts';",
  'src/define/vh-player.ts': "import '../elements/player/vh-player.ts';",
  'src/define/vh-uploader.ts': "import '../elements/uploader/vh-uploader.ts';",
  'src/cdn/vh-elements.ts': "import '../define/vh-player.ts';",
  'docs/errors.md': '',
  'backends/php/vh-backend.php': '',
  'scripts/tool.mjs': "import { at } from './base/root.mjs';",
  'test/support/page.ts': "serve(inRepository('dist', 'cdn'));",
  'test/support/times.ts': "import type { Clock } from '../../src/core/clock.ts';",
  'test/core/clock.test.ts': "import { clock } from '../../src/core/clock.ts';",
  'test/core/times.test.ts': "import '../support/times.ts';",
  'test/elements/player/bar.browser.test.ts': "import '../../../src/define/vh-player.ts';",
  'test/elements/player/other.browser.test.ts': "import 'vh-elements/define/vh-player.js';",
  'test/package/errors.test.ts': "readFile(inRepository('docs', 'errors.md'));",
  'test/package/php.test.ts': "start('backends/php/vh-backend.php');",
  'test/package/tool.test.ts': "// not of docs/errors.md\nloadScript<Tool>('scripts/tool.mjs');",
  'test/e2e/play.e2e.test.ts': "import '../support/page.ts';\nserve('<vh-player></vh-player>');",
  'test/e2e/send.e2e.test.ts': "import '../support/page.ts';\nserve('<vh-uploader></vh-uploader>');",
};

describe('the tests that a change reaches', () => {
  const reached = (...changed: string[]) => reachedTests(changed, TEXTS).map(({ file }) => file);

  it('are those that import it, at once, later or by the name of the package, the nearest first', () => {
    assert.deepEqual(reached('src/elements/player/bar.ts'), [
      'test/elements/player/bar.browser.test.ts',
      'test/elements/player/other.browser.test.ts',
      'test/e2e/play.e2e.test.ts',
    ]);
    assert.equal(reached('src/core/clock.ts')[0], 'test/core/clock.test.ts');
    assert.equal(
      reached('src/core/clock.ts').includes('test/core/times.test.ts'),
      false,
      'a type does nothing',
    );
  });

  it('are those whose page shows the element that it is of', () => {
    assert.deepEqual(reached('src/elements/uploader/vh-uploader.ts'), ['test/e2e/send.e2e.test.ts']);
  });

  it('are those that read or start it by its place', () => {
    assert.deepEqual(reached('docs/errors.md'), ['test/package/errors.test.ts']);
    assert.deepEqual(reached('backends/php/vh-backend.php'), ['test/package/php.test.ts']);
    assert.deepEqual(reached('scripts/tool.mjs'), ['test/package/tool.test.ts']);
  });

  it('are a test itself, before all others, and none for what nobody reads', () => {
    assert.equal(reached('test/e2e/play.e2e.test.ts', 'src/core/clock.ts')[0], 'test/e2e/play.e2e.test.ts');
    assert.deepEqual(reached('docs/pictures/player.webp'), []);
  });

  it('cannot be known where everything is installed, built or run by it', () => {
    for (const file of [
      'package-lock.json',
      'scripts/suites/node/node-suite.mjs',
      'web-test-runner.config.mjs',
    ])
      assert.equal(reachesAll(file), true, file);
    for (const file of ['src/index.ts', 'packages/vh-elements-sandbox/package.json', 'scripts/release.mjs'])
      assert.equal(reachesAll(file), false, file);
  });
});

describe('the files that have changed', () => {
  it('are those since the branch left main: committed, staged, changed, new and gone', async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'changed-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a.test', ...words], { cwd: folder });
    const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
    git('init', '--quiet', '--initial-branch', 'main');
    for (const name of ['same.ts', 'committed.ts', 'changed.ts', 'gone.ts']) await write(name, 'one');
    await write('.gitignore', 'built\n');
    git('add', '.');
    git('commit', '--quiet', '--message', 'one');
    git('checkout', '--quiet', '-b', 'branch');
    await write('committed.ts', 'two');
    git('commit', '--quiet', '--all', '--message', 'two');
    git('checkout', '--quiet', 'main');
    await write('of-main.ts', 'three');
    git('add', '.');
    git('commit', '--quiet', '--message', 'three');
    git('checkout', '--quiet', 'branch');
    await write('changed.ts', 'four');
    await rm(path.join(folder, 'gone.ts'));
    await write('new.ts', 'five');
    await write('staged.ts', 'six');
    git('add', 'staged.ts');
    await write('built', 'seven');
    const local = ['changed.ts', 'gone.ts', 'new.ts', 'staged.ts'];
    assert.deepEqual(changedFiles(undefined, folder), [...local, 'committed.ts'].sort());
    assert.deepEqual(changedFiles('HEAD', folder), local);
    assert.throws(() => changedFiles('nothing', folder), /git knows no nothing/);
  });
});
