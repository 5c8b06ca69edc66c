import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository, loadScript } from '../../support/repository.ts';

interface Boundaries {
  writeBoundaries: (folder: string) => Promise<void>;
}
interface Entry {
  seen: unknown[];
  play: () => Promise<unknown>;
}

/** A package with three elements, of which the first loads code in two steps. */
const PACKAGE: Readonly<Record<string, string>> = {
  'index.js': `export { seen } from './core/seen.js';`,
  'core/seen.js': `export const seen = [];`,
  'core/thing.js': `export class Thing { word = 'from the page'; }`,
  'core/double.js': `export const double = (number) => 2 * number;`,
  'define/vh-player.js': `import { Thing } from '../core/thing.js';
import { seen } from '../core/seen.js';
export { seen };
export const play = async () => {
  const { skin } = await import('../skin/skin.js');
  return skin(new Thing());
};`,
  'define/vh-captions-picker.js': `export const open = async () => (await import('../picker/list.js')).list();`,
  'define/vh-transcript.js': `export const nothing = 1;`,
  'skin/skin.js': `import { Thing } from '../core/thing.js';
import { double } from '../core/double.js';
import { count } from '../core/count.js';
import { seen } from '../core/seen.js';
export const ofSkin = 'from the skin';
export class Page { word = ofSkin; }
export async function skin(thing) {
  seen.push(thing instanceof Thing, double(2), count());
  const { menu } = await import('./menu.js');
  return menu(new Page());
}`,
  'skin/menu.js': `import { Page, ofSkin } from './skin.js';
import { double } from '../core/double.js';
export const menu = (page) => [page instanceof Page, page.word === ofSkin, double(3)];`,
  'core/count.js': `let calls = 0;
export const count = () => ++calls;`,
  'picker/list.js': `import { count } from '../core/count.js';
import { double } from '../core/double.js';
import { html } from 'lit';
export const list = () => [count(), double(4), typeof html];`,
};

describe('the later files of a built package', () => {
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  /** A package of which some modules are other ones, with its later files. */
  async function build(changed: Readonly<Record<string, string>> = {}): Promise<string> {
    const { writeBoundaries } = await loadScript<Boundaries>('scripts/boundaries/write-boundaries.mjs');
    // Where Node finds lit.
    const folder = await mkdtemp(inRepository('.build', 'boundaries-'));
    folders.push(folder);
    for (const [file, code] of Object.entries({ ...PACKAGE, ...changed })) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), code);
    }
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    await writeBoundaries(folder);
    return folder;
  }
  const load = async <Module>(folder: string, file: string): Promise<Module> =>
    (await import(pathToFileURL(path.join(folder, file)).href)) as Module;

  it('work with what the page has, and with what came before them', async () => {
    const folder = await build();
    const { play, seen } = await load<Entry>(folder, 'define/vh-player.js');
    assert.deepEqual(await play(), [true, true, 6]);
    assert.deepEqual(seen, [true, 4, 1]);
  });

  it('keep one state of a module that several need', async () => {
    const folder = await build();
    const { play, seen } = await load<Entry>(folder, 'define/vh-player.js');
    const { open } = await load<{ open: () => Promise<unknown[]> }>(folder, 'define/vh-captions-picker.js');
    await play();
    assert.deepEqual(await open(), [2, 8, 'function']);
    await play();
    assert.equal(seen.at(-1), 3);
  });

  it('import nothing of the package, so that no bundler makes a third file of what two share', async () => {
    const folder = await build();
    const names = (await readdir(path.join(folder, 'later'))).filter(
      (name) => !/^(?:of-|hand-over)/.test(name),
    );
    assert.equal(names.length, 4, names.join());
    for (const name of names)
      assert.doesNotMatch(
        await readFile(path.join(folder, 'later', name), 'utf8'),
        /^(?:im|ex)port .*['"]\./m,
      );
  });

  it('refuse what would stay as it was when a file came', async () => {
    const changing = build({ 'core/seen.js': `export let seen = [];` });
    await assert.rejects(changing, /seen of core\/seen\.js/);
  });
});
