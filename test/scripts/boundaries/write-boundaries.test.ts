import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository, loadScript } from '../../support/repository.ts';

interface Boundaries {
  writeBoundaries: (folder: string, pages: readonly string[], others: readonly string[]) => Promise<void>;
}
interface Scan {
  all: Set<string>;
  used: Set<string>;
  later: readonly string[];
  exports: readonly string[];
}
interface Placement {
  placeModules: (
    pages: readonly string[],
    others: readonly string[],
    scan: (id: string) => Scan,
    read: (id: string) => string,
  ) => Promise<{ files: Set<string>; ofPages: Map<string, unknown> }>;
}
interface Entry {
  seen: unknown[];
  play: () => Promise<unknown>;
}

const ELEMENTS = ['vh-player', 'vh-captions-picker', 'vh-transcript'].map((name) => `define/${name}.js`);

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
    await writeBoundaries(folder, ELEMENTS, ['index.js']);
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
    assert.equal(names.length, 5, names.join());
    for (const name of names)
      assert.doesNotMatch(
        await readFile(path.join(folder, 'later', name), 'utf8'),
        /^(?:im|ex)port .*['"]\./m,
      );
  });

  // What keeps a number of calls in ways that a page cannot have twice.
  const COUNTERS: Readonly<Record<string, string>> = {
    'a variable': `let calls = 0; export const count = () => ++calls;`,
    'a closure': `export const count = (() => { let calls = 0; return () => ++calls; })();`,
    'a closure by a function': `function counter() { let calls = 0; return () => ++calls; }
export const count = counter();`,
    'an object': `const seen = { calls: 0 }; export const count = () => ++seen.calls;`,
    'an object in an object': `const seen = { of: { calls: 0 } }; export const count = () => (seen.of.calls += 1);`,
    'a list with something in it': `const seen = ['first']; export const count = () => seen.push('one') - 1;`,
    'a table with something in it': `const seen = new Map([['calls', 0]]);
export const count = () => { seen.set('calls', seen.get('calls') + 1); return seen.get('calls'); };`,
    'a property of a function': `export function count() { return (count.calls = (count.calls ?? 0) + 1); }`,
    'a static field': `class Counter { static calls = 0; static next() { return ++this.calls; } }
export const count = () => Counter.next();`,
    'a private static field': `class Counter { static #calls = 0; static next() { return ++Counter.#calls; } }
export const count = () => Counter.next();`,
    'an object with a map of its own': `class Page { #page = new Map(); next() { this.#page.set(this.#page, 1 + (this.#page.get(this.#page) ?? 0)); return this.#page.get(this.#page); } }
const page = new Page(); export const count = () => page.next();`,
  };
  for (const [what, code] of Object.entries(COUNTERS)) {
    it(`keep one state of a module that several need, in ${what}`, async () => {
      const folder = await build({ 'core/count.js': code });
      const { play, seen } = await load<Entry>(folder, 'define/vh-player.js');
      const { open } = await load<{ open: () => Promise<unknown[]> }>(folder, 'define/vh-captions-picker.js');
      await play();
      assert.deepEqual((await open())[0], 2);
      await play();
      assert.equal(seen.at(-1), 3);
    });

    it(`keep one state of a page and of what comes later, in ${what}`, async () => {
      const player = `${String(PACKAGE['define/vh-player.js'])}\nexport { count } from '../core/count.js';`;
      const folder = await build({ 'core/count.js': code, 'define/vh-player.js': player });
      const { play, seen, count } = await load<Entry & { count: () => number }>(
        folder,
        'define/vh-player.js',
      );
      await play();
      assert.equal(count(), 2);
      const { open } = await load<{ open: () => Promise<unknown[]> }>(folder, 'define/vh-captions-picker.js');
      assert.deepEqual((await open())[0], 3);
      await play();
      assert.equal(seen.at(-1), 4);
    });

    it(`refuse that an element and another page have their own, in ${what}`, async () => {
      const index = `${String(PACKAGE['index.js'])}\nexport { count } from './core/count.js';`;
      const building = build({ 'core/count.js': code, 'index.js': index });
      await assert.rejects(building, /core\/count\.js/);
    });
  }

  it('keep one state that another module writes', async () => {
    const folder = await build({
      'core/levels.js': `export const levels = { calls: 0 };`,
      'core/count.js': `import { levels } from './levels.js';
export const count = () => ++levels.calls;`,
    });
    const { play } = await load<Entry>(folder, 'define/vh-player.js');
    const { open } = await load<{ open: () => Promise<unknown[]> }>(folder, 'define/vh-captions-picker.js');
    await play();
    assert.deepEqual((await open())[0], 2);
  });

  it('have one class of objects that look into each other', async () => {
    const folder = await build({
      'core/count.js': `export class Box { #size = 1; plus(other) { return this.#size + other.#size; } }
globalThis.boxes ??= [];
export const count = () => globalThis.boxes.push(new Box()) && globalThis.boxes[0].plus(globalThis.boxes.at(-1));`,
    });
    const { play } = await load<Entry>(folder, 'define/vh-player.js');
    const { open } = await load<{ open: () => Promise<unknown[]> }>(folder, 'define/vh-captions-picker.js');
    await play();
    assert.deepEqual((await open())[0], 2);
  });

  it('are the same in whatever order the bundler reads the modules', async () => {
    const { placeModules } = await loadScript<Placement>('scripts/boundaries/placement.mjs');
    const modules: Readonly<Record<string, readonly string[]>> = {
      'page.js': ['page.js', 'core/a.js', 'core/b.js', 'core/c.js'],
      'later.js': ['later.js', 'core/b.js', 'core/d.js', 'core/e.js'],
    };
    const plan = async (order: (ids: readonly string[]) => readonly string[]) => {
      const scan = (id: string) => ({
        all: new Set(order(modules[id] ?? [])),
        used: new Set(modules[id]?.filter((one) => one !== 'core/b.js')),
        later: id === 'page.js' ? ['later.js'] : [],
        exports: [],
      });
      const { files, ofPages } = await placeModules(['page.js'], [], scan, () => 'let kept;');
      return [[...files], [...ofPages.keys()]];
    };
    assert.deepEqual(await plan((ids) => ids.toReversed()), await plan((ids) => ids));
  });

  it('refuse a name that a file would give twice', async () => {
    const building = build({
      'core/deep.js': `export class Page { word = 'deep'; }`,
      'skin/skin.js': `import { Page as Deep } from '../core/deep.js';
export const deep = () => new Deep().word;
${String(PACKAGE['skin/skin.js'])}`,
      'skin/menu.js': `import { Page as Deep } from '../core/deep.js';
export const menu = (page) => [page.word, new Deep().word];`,
    });
    await assert.rejects(building, /both give a Page/);
  });

  it('refuse what would stay as it was when a file came', async () => {
    const changing = build({ 'core/seen.js': `export let seen = [];` });
    await assert.rejects(changing, /core\/seen\.js/);
  });
});
