import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

type Project = Record<string, string>;

interface Facts {
  packed: string[];
  loadFailures: string[];
  isThere: (place: string) => boolean;
}

interface Rule {
  name: string;
  find(project: Project, facts: Facts): string[];
}

/** Faults that each rule must report, and code that it must accept. In the order of the rules. */
const cases: { broken: Project; clean: Project; facts?: Partial<Facts>; finds: RegExp[] }[] = [
  {
    broken: {
      'src/index.ts': "export * from './define/vh-player.ts';",
      'src/define/vh-player.ts': "customElements.define('vh-player', VhPlayer);",
      'src/elements/player.ts': "customElements.define('vh-player', VhPlayer);",
    },
    clean: {
      'src/index.ts': "export * from './elements/player.ts';",
      'src/define/vh-player.ts': "customElements.define('vh-player', VhPlayer);",
      'src/elements/player.ts': "// customElements.define('vh-player')\nexport class VhPlayer {}",
    },
    finds: [/src\/elements\/player\.ts:1 registers/, /index\.ts reaches src\/define\/vh-player\.ts/],
  },
  {
    broken: {
      'src/core/store.ts': "import { Client } from '../client/client.ts';",
      'src/upload/queue.ts': "import type { Cue } from '../captions/cue.ts';\nimport { html } from 'lit';",
      'src/upload/optimize/optimize-file.ts': "import './optimize-worker.ts';",
      'src/upload/optimize/optimize-worker.ts': 'export const name = 1;',
      'src/playback/hls.ts': "import Hls from 'hls.js';",
      'src/elements/player.ts': "const lazy = () => import('hls.js');",
      'src/session/a.ts': "import './b.ts';",
      'src/session/b.ts': "export * from './a.ts';",
      'src/session/parts.ts': "import './later.ts';",
      'src/session/later.ts': "import './parts.ts';",
      'src/captions/index.ts': "export type { Cue } from './cue.ts';",
      'src/captions/cue.ts': 'export interface Cue {}',
      'src/elements/line.ts': "import type { Cue } from '../captions/cue.ts';",
      'src/elements/text.ts': "const load = () => import('../captions/cue.ts');",
      'src/client/client.ts': "export type Tracks = import('../captions/tracks.ts').Tracks;",
      'demo/shop.ts': "import type { Shelf } from './shelf.ts';",
      'demo/shelf.ts': "export type Owner = import('./shop.ts').Shop;",
      'test/support/house.ts': "const load = () => import('./door.ts');",
      'test/support/door.ts': "import { type House } from './house.ts';",
    },
    clean: {
      'src/upload/queue.ts': "import { Store } from '../core/store.ts';\nimport './plan.ts';",
      'src/upload/plan.ts': "import type { Part } from './part.ts';",
      'src/upload/part.ts': "export type Size = import('../core/size.ts').Size;",
      'src/upload/optimize/optimize-worker.ts': "import { MP4 } from 'mediabunny';",
      'src/playback/hls.ts': "import type Hls from 'hls.js';\nconst load = () => import('hls.js');",
      'src/elements/player.ts': "import { html } from 'lit';",
      'src/captions/index.ts': "export type { Cue } from './cue.ts';",
      'src/captions/cue.ts': 'export interface Cue {}',
      'src/elements/line.ts': "import type { Cue } from '../captions/index.ts';",
      'src/session/parts.ts': "export const load = () => import('./later.ts');",
      'src/session/later.ts': "import { load } from './parts.ts';",
    },
    finds: [
      /elements\/line\.ts:1 imports .*: of captions, others import only src\/captions\/index\.ts/,
      /elements\/text\.ts:1 imports .*: of captions, others import only src\/captions\/index\.ts/,
      /core\/store\.ts:1 imports \.\.\/client/,
      /upload\/queue\.ts:1 imports \.\.\/captions/,
      /upload\/queue\.ts:2 imports lit/,
      /playback\/hls\.ts:1 imports hls\.js at once/,
      /optimize-file\.ts:1 imports \.\/optimize-worker\.ts at once: it is packed with a library/,
      /elements\/player\.ts:1 loads hls\.js/,
      /client\/client\.ts:1 imports \.\.\/captions\/tracks\.ts: client may not/,
      /a cycle: src\/session\/a\.ts → src\/session\/b\.ts → src\/session\/a\.ts/,
      /a cycle: src\/session\/parts\.ts → src\/session\/later\.ts → src\/session\/parts\.ts/,
      /a cycle: demo\/shop\.ts → demo\/shelf\.ts → demo\/shop\.ts/,
      /a cycle: test\/support\/house\.ts → test\/support\/door\.ts → test\/support\/house\.ts/,
    ],
  },
  {
    broken: {
      'src/client/client.ts': 'export const apiKey = 1;',
      'src/define/vh-player.ts': "import '../backend/index.ts';",
      'src/backend/index.ts': 'export const secret = 1;',
      'dist/cdn/vh-elements.js': 'const o={apiKey:1}',
    },
    clean: {
      'src/backend/index.ts': 'export const apiKey = 1;',
      'src/elements/uploader.ts': "// no apiKey here\nconst refused = 'api-key';",
    },
    finds: [
      /client\.ts:1 names apiKey/,
      /vh-player\.ts is for browsers and reaches src\/backend/,
      /dist\/cdn\/vh-elements\.js names apiKey/,
    ],
  },
  {
    broken: {
      'src/core/errors/vh-error.ts': "export type VhErrorCode = 'network' | 'not-found';",
      'src/core/store.ts': "throw new TypeError('no');\nconsole.log('x');",
      'docs/errors.md': '# Errors\n\n## `network`\n\n## `gone-away`\n',
    },
    clean: {
      'src/core/errors/vh-error.ts': "export type VhErrorCode = 'network' | 'not-found';",
      'src/core/store.ts': "// new Error('x')\nthrow new VhError('network', 'no');",
      'src/core/setup/write-to-console.ts': 'console.error(line);',
      'docs/errors.md': '## network\n\n## not-found\n\nWhat it means.\n',
    },
    finds: [
      /store\.ts:1 is not a VhError/,
      /store\.ts:2 writes to the console/,
      /no section "## not-found"/,
      /explains gone-away/,
    ],
  },
  {
    broken: {
      'src/elements/events.ts': "class A extends Event { constructor() { super('vh-upload-done'); } }",
      'custom-elements.json': manifestOf('vh-error'),
      'docs/reference.md': '`vh-nothing`, and --vh-accent in <vh-player>',
    },
    clean: {
      'src/elements/events.ts': "class A extends Event { constructor() { super('vh-error'); } }",
      'custom-elements.json': manifestOf('vh-error'),
      'test/elements/a.browser.test.ts': "await once(player, 'vh-error');",
      'docs/reference.md': '`vh-error` of <vh-player> in vh-elements',
    },
    finds: [
      /vh-upload-done is not documented/,
      /vh-upload-done is not tested/,
      /vh-upload-done is not in the reference/,
      /vh-error is not declared/,
      /vh-error is not tested/,
      /vh-error is not in the reference/,
      /vh-nothing is in the reference and is not an event/,
    ],
  },
  {
    broken: {
      'src/elements/uploader.ts': 'fetch(url);\nlocalStorage.clear();',
      'src/upload/queue.ts': 'class Queue { #paused = false; #done = false; #lost = true; }',
      'src/elements/player.ts':
        'class P { static properties = { a: { state: true }, b: { state: true }, c: { state: true } };' +
        ' declare a: boolean; declare b: boolean; declare c: boolean; }',
      'demo/server.ts': '\n'.repeat(400) + 'end();',
    },
    clean: {
      'src/elements/uploader.ts': '// fetch(url)\nthis.engine.start();',
      'src/upload/queue.ts': "class Queue { #state: 'paused' | 'done' = 'paused'; #isFirst = true; }",
      'demo/server.ts': '\n'.repeat(399) + 'end();\n',
    },
    finds: [
      /uploader\.ts:1 uses fetch/,
      /uploader\.ts:2 uses localStorage/,
      /queue\.ts:1 keeps its state in booleans: #paused, #done, #lost/,
      /player\.ts:1 keeps its state in booleans: a, b, c/,
      /demo\/server\.ts has 401 lines/,
    ],
  },
  {
    broken: {
      'src/elements/player.ts': "const { ownerDocument } = this;\nownerDocument.addEventListener('x', go);",
      'src/upload/a.ts': "window.addEventListener('online', go);\nconst media = matchMedia(q);",
      'src/upload/b.ts': "media.addEventListener('change', go, { once: true });",
      'src/upload/c.ts': 'setTimeout(go, 100);\nsetInterval(go, 100);\nclearInterval(1);',
    },
    clean: {
      'src/upload/a.ts':
        "window.addEventListener('online', go, { signal });\nthis.addEventListener('click', go);",
      'src/upload/b.ts': "media.addEventListener('change', go);\nmedia.removeEventListener('change', go);",
      'src/upload/c.ts': 'const timer = setTimeout(go, 100);\nclearTimeout(timer);',
      'src/upload/d.ts': "const xhr = new XMLHttpRequest();\nxhr.upload.addEventListener('progress', go);",
      'src/elements/player.ts':
        "const { media } = this;\nmedia.addEventListener('play', go);\nthis.#bar.addEventListener('x', go);",
      'src/upload/e.ts': "signal?.addEventListener('abort', stop, { once: true });",
    },
    finds: [
      /player\.ts:2 listens forever/,
      /a\.ts:1 listens forever/,
      /b\.ts:1 listens forever/,
      /c\.ts:1 calls setTimeout and never clearTimeout/,
    ],
  },
  {
    broken: {
      'dist/elements/desk.js': "import 'lit';\nconst load = () => import('./row.ts');",
      'dist/cdn/vh-elements.js': "import'lit';customElements.define('vh-player',P);import('./gone.js')",
    },
    clean: {
      'dist/cdn/vh-elements.js':
        "import'./vh-lit.js';customElements.define('vh-player',P);customElements.define('vh-uploader',U);" +
        "customElements.define('vh-captions-picker',C)",
      'dist/cdn/vh-lit.js': 'export{}',
    },
    facts: {
      packed: ['dist/index.js', 'test/a.test.ts'],
      loadFailures: ['dist/index.js: window is not defined'],
    },
    finds: [
      /does not register <vh-uploader>/,
      /does not register <vh-captions-picker>/,
      /imports lit, which does not lie beside it/,
      /desk\.js imports \.\/row\.ts/,
      /imports \.\/gone\.js/,
      /window is not defined/,
      /test\/a\.test\.ts is packed/,
    ],
  },
  {
    broken: {
      'src/core/a.ts': 'const a: any = 1;\nconst b = a as unknown as string;',
      'test/a.test.ts': '// @ts-expect-error\n/* eslint-disable */',
    },
    clean: {
      'src/core/a.ts': "// any word of comment\nconst b = a as unknown;\nconst c = 'eslint-disable';",
    },
    finds: [
      /a\.ts:1 says any/,
      /a\.ts:2 says as unknown as/,
      /a\.test\.ts:1 says @ts-expect-error/,
      /a\.test\.ts:2 says eslint-disable/,
    ],
  },
  {
    broken: {
      'test/c.test.ts': "import { setTimeout as wait } from 'node:timers/promises';",
      'test/a.test.ts': "await sleep(100);\nit.skip('x');\nit('y', { skip: true }, go);",
      'test/b.browser.test.ts': "element.shadowRoot.querySelector('p');\nsetTimeout(done, 10);",
      'bench/soak.ts': "await sleep(100);\nit.skip('x');",
      'test/d.test.ts':
        'while (!done) await look();\nfor (;;) await look();\nawait new Promise(setImmediate);',
      'test/support/wait.ts': 'while (!done) await look();',
      'src/locales/en/a.ts': "export const a = { gone: 'This is gone now.' };",
      'test/elements/e.test.ts': "expect(text).to.contain('Oh. This is gone now.');",
      'test/f.test.ts': "it('holds', () => assert.ok(one));\nit('does nothing', () => { go(); });",
    },
    clean: {
      'test/a.test.ts':
        "it('sleeps', go);\nawait environment.sleep(1);\nawait once(element, 'vh-upload-done');",
      'test/support/harness.ts': "element.shadowRoot.querySelector('p');\nsetImmediate(go);",
      'src/locales/en/a.ts': "export const a = { gone: 'This is gone now.', ok: 'OK' };",
      'test/elements/e.test.ts': "expect(text).to.contain(words('a.gone'), 'OK');",
      'test/f.test.ts':
        "const holds = () => assert.ok(one);\nit('holds', () => holds());\nit('waits', () => until(done));",
      'test/support/wait.ts': 'while (!done) { await look(); if (isLate()) throw new Error(); }',
      'test/d.test.ts':
        'for (const one of all) await look(one);\nwhile (left--) go(async () => { await look(); });',
      'bench/soak.ts': "import { setTimeout as wait } from 'node:timers/promises';\nawait sleep(100);",
    },
    finds: [
      /f\.test\.ts:2 asserts nothing/,
      /e\.test\.ts:1 repeats a text/,
      /d\.test\.ts:1 may wait forever/,
      /d\.test\.ts:2 may wait forever/,
      /d\.test\.ts:3 waits for a turn/,
      /support\/wait\.ts:1 may wait forever/,
      /c\.test\.ts:1 sleeps/,
      /a\.test\.ts:1 sleeps/,
      /a\.test\.ts:2 does not run/,
      /a\.test\.ts:3 does not run/,
      /b\.browser\.test\.ts:1 reaches into a shadow root/,
      /b\.browser\.test\.ts:2 sleeps/,
      /soak\.ts:2 does not run/,
    ],
  },
  {
    broken: {
      'ARCHITECTURE.md': '| [retry](src/retry/policy.ts) | `src/nowhere` |',
      'src/retry/policy.ts': "import type { World } from '../world/clock.ts';",
      'src/world/clock.ts': "const load = () => import('../retry/backoff.ts');",
      'src/retry/backoff.ts': `export function wait() {\n${'  step();\n'.repeat(70)}}`,
      ...Object.fromEntries(
        ['src/heap/file.ts', 'scripts/heap/file.mjs'].flatMap((file) =>
          Array.from({ length: 13 }, (_, index) => [file.replace('.', `${index}.`), 'export {};']),
        ),
      ),
    },
    clean: {
      'ARCHITECTURE.md': '| [retry](src/retry/policy.ts) | `src/world` |',
      'src/retry/policy.ts': "import type { World } from '../world/clock.ts';",
      'src/world/clock.ts': 'export type World = number;',
      'src/index.ts': "export * from './upload/index.ts';",
      'src/upload/index.ts': "export * from './queue/queue.ts';",
      'src/upload/upload.ts': 'export const upload = 1;',
      'src/upload/queue/queue.ts': "import { upload } from '../upload.ts';",
      'src/captions/parts.ts': "export const load = () => import('./tracks/tracks.ts');",
      'src/captions/captions.ts': "import './tracks/tracks.ts';",
      'src/captions/tracks/tracks.ts': "import { load } from '../parts.ts';",
      'src/mixin.ts': `export function mixin() {\n  return class {\n${'    one() {}\n'.repeat(70)}  };\n}`,
      ...filesIn('src/elements/player/skin/controls', 13),
    },
    finds: [
      /folders import each other: src\/retry → src\/world → src\/retry/,
      /src\/heap holds 13 files beside each other/,
      /scripts\/heap holds 13 files beside each other/,
      /src\/retry\/backoff\.ts:1 is a function of 72 lines/,
      /ARCHITECTURE\.md names src\/nowhere/,
    ],
  },
  {
    broken: {
      'test/upload/queue/queue.test.ts':
        "import { Bar } from '../../elements/support/bar.ts';\nimport { play } from '../../../bench/support/race.ts';",
      'test/support/page.ts': "export * from '../upload/support/tus.ts';",
      'test/support/moved.ts': "const site = inRepository('test/grammar/site.php');",
      'test/e2e/film.ts': "const film = new URL('../../../media/film.mp4', import.meta.url);",
      'test/conformance/support/grammar/site.php':
        "require __DIR__ . '/../../../backends/php/vh-backend.php';",
      'test/conformance/support/grammar/site.py':
        "sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))",
      ...filesIn('test/e2e/heap', 21),
    },
    clean: {
      'test/upload/queue/queue.test.ts':
        "import { tus } from '../support/tus.ts';\nimport { until } from '../../support/until.ts';",
      'test/upload/support/tus.ts': "import { until } from '../../support/until.ts';",
      'test/session/session.test.ts': "import type { Bar } from '../elements/support/bar.ts';",
      'bench/upload/upload.ts': "import { tus } from '../../test/upload/support/tus.ts';",
      'test/bench/race.test.ts': "import { play } from '../../bench/support/race.ts';",
      'test/support/moved.ts':
        "const [php, folder] = [inRepository('test/conformance/support/site.php'), inRepository('backends/php')];",
      'test/e2e/film.ts': "const film = new URL('../../../test/media/film.mp4', import.meta.url);",
      'test/e2e/film.browser.test.ts': "const film = new URL('../media/film.mp4', import.meta.url);",
      'test/media/film.mp4': '',
      'backends/php/vh-backend.php': '',
      'backends/python/vh_backend.py': '',
      'test/conformance/support/site.php': "require __DIR__ . '/../../../backends/php/vh-backend.php';",
      'test/conformance/support/site.py':
        "sys.path.insert(0, str(Path(__file__).resolve().parents[3] / 'backends' / 'python'))",
      ...filesIn('test/e2e/live', 20),
    },
    finds: [
      /queue\.test\.ts takes test\/elements\/support\/bar\.ts, which is for test\/elements/,
      /queue\.test\.ts takes bench\/support\/race\.ts, which is for bench/,
      /page\.ts takes test\/upload\/support\/tus\.ts/,
      /test\/e2e\/heap holds 21 files/,
      /moved\.ts:1 names test\/grammar\/site\.php, which is not there/,
      /film\.ts:1 names \.\.\/\.\.\/\.\.\/media\/film\.mp4/,
      /site\.php names test\/backends\/php\/vh-backend\.php/,
      /site\.py names test\/backends\/python/,
    ],
  },
  {
    broken: {
      'ARCHITECTURE.md':
        '| `Clock.store` | [clock.ts](src/session/watch.ts) |\n| `Bell.store` | [bell.ts](b) |',
      'src/session/clock.ts':
        'export class Clock {\n  store = new Store({});\n  tick = () => this.store.set({});\n}\nclass Hand {\n  turn() {\n    this.store.set({});\n  }\n}',
      'src/elements/face.ts':
        'engine.store.set({});\nconst { store } = engine;\nstore.set({});\nfollow(new Store({}));',
    },
    clean: {
      'ARCHITECTURE.md':
        '| `Clock.store` | [clock.ts](src/session/clock.ts) | faces |\n| `Bell.rung` | [bell.ts](src/session/bell.ts) | faces |',
      'src/session/clock.ts':
        'export class Clock {\n  readonly #store = new Store({});\n  readonly store = this.#store;\n  tick = () => this.#store.set({});\n}',
      'src/session/bell.ts':
        'export class Bell {\n  constructor() {\n    this.rung = new Store({});\n    this.rung.set({});\n  }\n}',
      'src/elements/face.ts': 'engine.store.subscribe(draw);\nnew Map().set(1, engine.store.state);',
    },
    finds: [
      /clock\.ts:7 sets a store that another class has/,
      /face\.ts:1 sets a store/,
      /face\.ts:3 sets a store/,
      /face\.ts:4 makes a store that no class keeps/,
      /does not say that Clock\.store is set in src\/session\/clock\.ts/,
      /names Bell\.store, which is no store/,
    ],
  },
];

function filesIn(folder: string, count: number): Project {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/c${index}.ts`, 'export {};']),
  );
}

function manifestOf(...events: string[]): string {
  const element = { tagName: 'vh-player', events: events.map((name) => ({ name })) };
  return JSON.stringify({ modules: [{ declarations: [element] }] });
}

describe('the rules of npm run check', () => {
  let rules: Rule[];
  before(async () => ({ rules } = await loadScript<{ rules: Rule[] }>('scripts/checks/rules.mjs')));

  const find = (index: number, project: Project, facts: Partial<Facts> = {}) =>
    rules[index]?.find(project, {
      ...{ packed: [], loadFailures: [] },
      isThere: (place) => Object.keys(project).some((file) => `${file}/`.startsWith(`${place}/`)),
      ...facts,
    }) ?? [];

  for (const [index, { broken, clean, facts, finds }] of cases.entries()) {
    it(`rule ${index + 1} reports each planted fault`, () => {
      const found = find(index, broken, facts);
      for (const expected of finds)
        assert.ok(
          found.some((line) => expected.test(line)),
          `${expected} in ${found.join('\n')}`,
        );
      assert.equal(found.length, finds.length, found.join('\n'));
    });

    it(`rule ${index + 1} reports nothing in clean code`, () => {
      assert.deepEqual(find(index, clean), []);
    });
  }
});
