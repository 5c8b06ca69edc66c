import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { demoFrame } from './scripts/building/demo-frame.mjs';
import { leanMaps } from './scripts/building/lean-maps.mjs';
import { serveAtOnceInOneFile } from './scripts/building/one-file.mjs';
import { importInOneRound } from './scripts/building/one-round.mjs';
import { packStylesOf } from './scripts/building/pack-styles.mjs';
import { copyPartLists, seeThroughFaces } from './scripts/building/see-through-faces.mjs';
import { wordFiles } from './scripts/locales/word-modules.mjs';
import { gatherPackages, noticesOf } from './scripts/package/third-party.mjs';
import { workerBesideBundle } from './scripts/building/pack-worker.mjs';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const UPLOAD = at('src/elements/uploader/list/upload-list.ts');
const UPLOAD_VIEW = at('src/elements/uploader/list/upload-list-view.ts');
const ATTEMPT = at('src/playback/attempt/attempt.ts');
const SOURCE = at('src/playback/source/resolve-source.ts');
const SKIN = at('src/elements/player/skin/skin.ts');
const BESIDE_PLAYER = ['vh-uploader', 'vh-captions-picker', 'vh-transcript'].map((name) =>
  at(`src/define/${name}.ts`),
);
const OTHER_ELEMENTS = [at('src/define/vh-player.ts'), at('src/define/vh-captions-picker.ts')];

/**
 * Keeps modules together that load together: one file and not one for each set of sharers, since every further file is a request
 * and compresses worse. `shared` is what the entry needs at once, without the modules that `apart` names; `upload` is what
 * the first byte of an upload waits for, `http` the part of that which the other elements fetch too, and `upload-view` what comes
 * beside that byte. The controls are `skin`, and `skin-shared` what other elements have of them. The first frame waits for `attempt`, and a
 * playback that has to be read needs half of that, so the reader is in it.
 */
function chunkGroups(entry: string, apart: RegExp): Rolldown.CodeSplittingGroup[] {
  const sets = new Map<string, Set<string>>();
  const modules = (name: string, make: () => Set<string>): Set<string> => {
    const found = sets.get(name) ?? make();
    sets.set(name, found);
    return found;
  };
  const shared = (context: Rolldown.ChunkingContext) => modules('shared', () => closure([entry], context));
  const upload = (context: Rolldown.ChunkingContext) => modules('upload', () => closure([UPLOAD], context));
  const view = (context: Rolldown.ChunkingContext) => modules('view', () => closure([UPLOAD_VIEW], context));
  const attempt = (context: Rolldown.ChunkingContext) =>
    modules('attempt', () => closure([ATTEMPT, SOURCE], context));
  const others = (context: Rolldown.ChunkingContext) =>
    modules('others', () => closure(OTHER_ELEMENTS, context, true));
  const skin = (context: Rolldown.ChunkingContext) => modules('skin', () => closure([SKIN], context));
  const beside = (context: Rolldown.ChunkingContext) =>
    modules('beside', () => closure(BESIDE_PLAYER, context, true));
  const group = (
    name: string,
    has: (id: string, context: Rolldown.ChunkingContext) => boolean,
  ): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, context) => (has(id, context) ? name : null),
  });
  // A group takes along what its modules import, and leaves what an earlier one has.
  return [
    group('shared', (id, context) => shared(context).has(id) && !apart.test(id)),
    group('http', (id, context) => upload(context).has(id) && others(context).has(id)),
    group('upload', (id, context) => upload(context).has(id)),
    group('attempt', (id, context) => attempt(context).has(id)),
    group('skin-shared', (id, context) => skin(context).has(id) && beside(context).has(id)),
    group('skin', (id, context) => skin(context).has(id)),
    group('upload-view', (id, context) => view(context).has(id) && !others(context).has(id)),
  ];
}

/** All modules that some need before anything is asked of them; with `isAnyTime`, also those that they load later. */
function closure(
  roots: readonly string[],
  context: Rolldown.ChunkingContext,
  isAnyTime = false,
): Set<string> {
  const found = new Set(roots);
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const other of isAnyTime ? [...importedIds, ...dynamicallyImportedIds] : importedIds)
      found.add(other);
  }
  return found;
}

/** Whose work is in the files of the script-tag folder. */
const packages = new Set<string>();
const notices: Rolldown.Plugin = {
  name: 'notices',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source: noticesOf(packages) });
  },
};

/** The single script for pages without a bundler: a small entry, and the rest beside it, fetched when wanted. */
const cdn: UserConfig = {
  plugins: [
    copyPartLists(),
    wordFiles(),
    { name: 'pack-styles', transform: (code) => ({ code: packStylesOf(code), map: null }) },
    {
      name: 'see-through-faces',
      transform: (code, id) => ({ code: seeThroughFaces(path.relative(at('src'), id), code), map: null }),
    },
    gatherPackages(packages),
    notices,
    workerBesideBundle(packages),
    leanMaps(),
    importInOneRound(/^vh-(?:upload|attempt|hls|resolve-source|skin)/),
    serveAtOnceInOneFile('vh-elements.js'),
  ],
  build: {
    target: 'es2022',
    outDir: at('dist/cdn'),
    emptyOutDir: false,
    // Apart from the files, which do not name them: `npm run archive` packs them.
    sourcemap: 'hidden',
    lib: { entry: { 'vh-elements': at('src/cdn/vh-elements.ts') }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'vh-[name]-[hash:8].js',
        // Not the entry itself: under `vh-elements.js?v=2` it would be another module than the one that the chunks import.
        codeSplitting: { groups: chunkGroups(at('src/cdn/vh-elements.ts'), /\/src\/(cdn|define)\//) },
      },
    },
  },
};

/** The script of embed pages, beside the other: it is small, and whole in one file. */
const embed: UserConfig = {
  build: {
    target: 'es2022',
    outDir: at('dist/cdn'),
    emptyOutDir: false,
    // Apart from the files, which do not name them: `npm run archive` packs them.
    sourcemap: 'hidden',
    lib: { entry: { 'vh-embed': at('src/cdn/vh-embed.ts') }, formats: ['es'] },
    rolldownOptions: { output: { minify: true, entryFileNames: '[name].js' } },
  },
};

/**
 * One of the demo's pages, built separately so that it loads no more than it uses. Pages run under a policy that allows no
 * inline script or style, so nothing is inlined; and they refer to everything relatively, so that they work below any path.
 */
const page = (name: string): UserConfig => ({
  root: at('demo/pages'),
  base: './',
  plugins: [wordFiles(), demoFrame(), importInOneRound()],
  build: {
    target: 'es2022',
    outDir: at('.build/pages'),
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: at(`demo/pages/${name}.html`),
      output: { codeSplitting: { groups: chunkGroups(at(`demo/pages/${name}.html`), /\.css$/) } },
    },
  },
});

export default defineConfig(({ mode }) => {
  if (mode.startsWith('page-')) return page(mode.slice('page-'.length));
  return mode === 'embed' ? embed : cdn;
});
