import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { bundleServer } from './bundle-server.mjs';
import { compileForNode, compileForPackage, seeThroughFacesInTypes } from './compile.mjs';
import { fingerprint } from '../base/fingerprint.mjs';
import { npm } from '../base/npm.mjs';
import { PACKED, packModule } from './pack-module.mjs';
import { keepPublicModules, keepPublicTypes } from '../package/public-modules.mjs';
import { nameWorker, packWorker, packedWorker, putWorker, removeAllButWorker } from './pack-worker.mjs';
import { noticesOf } from '../package/third-party.mjs';
import { writeSums } from '../package/write-sums.mjs';
import { at } from '../base/root.mjs';
import { writeBoundaries } from '../boundaries/write-boundaries.mjs';
import { runNodeTool, runTool } from '../base/run-tool.mjs';

// Types are checked by `npm run check`: these are only written down, so that a half-typed idea still builds.
const writeTypes = () =>
  runNodeTool('typescript/bin/tsc', ['-p', 'src/tsconfig.json', '--noCheck', '--emitDeclarationOnly'], {
    complaint: 'The types of the package could not be written.',
  });

const bundle = (mode) => () =>
  runNodeTool('vite/bin/vite.js', ['build', '--mode', mode, '--logLevel', 'warn'], {
    complaint: `The ${mode} bundle could not be built.`,
  });

/** The rules that reserve the space of elements which are not defined yet. */
const styles = 'src/define/vh-elements.css';
/** The source maps of the script-tag folder: three quarters of its size, and for few. */
const MAPS = '.build/cdn-maps';
/** The style sheet of embed pages. */
const embedStyles = 'src/embed-page/vh-embed.css';

const packing = [
  'building/bundle-server',
  'building/pack-styles',
  'building/pack-module',
  'building/pack-worker',
  'package/third-party',
  'package/public-modules',
  'package/write-sums',
  'building/lean-maps',
  'building/one-round',
  'building/one-file',
  'building/see-through-faces',
  'base/engines',
].map((name) => `scripts/${name}.mjs`);
const common = [
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'scripts/building/ensure-built.mjs',
  'scripts/building/compile.mjs',
  'scripts/locales/word-modules.mjs',
];

/**
 * The builds: sources, outputs, the step, and the builds that come before it (`after`). Builds that do not wait for each other
 * run side by side.
 */
const targets = {
  // The worker that makes films smaller: one file for the script tag and for bundlers.
  worker: {
    makes: '.build/worker.json',
    from: ['src', ...packing, ...common],
    clean: () => {},
    build: packWorker,
  },
  dist: {
    makes: 'dist/index.js',
    from: ['src', 'custom-elements.json', 'scripts/editor-data', 'scripts/boundaries', ...packing, ...common],
    after: ['worker'],
    clean() {
      rmSync(stampOf('types'), { force: true });
      removeAllBut('dist', 'cdn');
    },
    async build() {
      await compileForPackage();
      copyFileSync(at(styles), at('dist/define/vh-elements.css'));
      await writePackedModules();
      putWorker(at('dist/cdn'));
      const starting = at('dist/upload/optimize/start-worker.js');
      writeFileSync(starting, nameWorker(readFileSync(starting, 'utf8'), '../../cdn'));
      await writeBoundaries(at('dist'));
      await bundleServer();
      const { writeEditorData } = await import('../editor-data/write-editor-data.mjs');
      writeEditorData();
      keepPublicModules();
    },
  },
  // What editors and compilers read beside the modules. A demo starts without it.
  types: {
    makes: 'dist/index.d.ts',
    from: ['src', 'custom-elements.json', ...packing, ...common],
    after: ['dist'],
    clean: () => {},
    async build() {
      await writeTypes();
      seeThroughFacesInTypes();
      keepPublicTypes();
    },
  },
  cdn: {
    makes: 'dist/cdn/vh-elements.js',
    from: ['src', 'vite.config.ts', ...packing, ...common],
    after: ['worker'],
    clean: () => removeAllButWorker(at('dist/cdn')),
    async build() {
      putWorker(at('dist/cdn'));
      await bundle('cdn')();
      await bundle('embed')();
      await writeUploadWorker(at('dist/cdn'));
      moveMaps(at('dist/cdn'), at(MAPS));
      copyFileSync(at(styles), at('dist/cdn/vh-elements.css'));
      copyFileSync(at(embedStyles), at('dist/cdn/vh-embed.css'));
      writeSums(at('dist/cdn'));
    },
  },
  node: {
    makes: '.build/test',
    from: ['src', 'demo', 'packages', 'test', 'bench', ...common],
    // Outputs of files that are gone are removed; the others are compiled where they changed.
    clean: () => {},
    build: () => compileForNode(['src', 'demo', 'packages', 'test', 'bench']),
  },
  pages: {
    makes: '.build/pages/index.html',
    from: [
      'src',
      'demo/pages',
      'demo/playground',
      'custom-elements.json',
      'vite.config.ts',
      'scripts/building/demo-frame.mjs',
      'scripts/docs/highlight.mjs',
      ...packing,
      ...common,
    ],
    after: ['dist'],
    clean() {
      rmSync(at('.build/pages'), { recursive: true, force: true });
      mkdirSync(at('.build/pages'), { recursive: true });
    },
    async build() {
      const names = readdirSync(at('demo/pages')).filter((name) => name.endsWith('.html'));
      await Promise.all(names.map((name) => bundle(`page-${name.replace('.html', '')}`)()));
    },
  },
  docs: {
    makes: '.build/docs/index.html',
    from: [
      // Of these are the files to download.
      ...['src', 'vite.config.ts', 'scripts/archive', 'integrations/wordpress', 'backends/php', 'LICENSE'],
      'docs',
      'scripts/docs',
      'packages/vh-elements-sandbox/src/agents/documents',
      'demo/pages/icon.svg',
      'README.md',
      'CHANGELOG.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      ...common,
    ],
    after: ['dist', 'cdn'],
    clean: () => rmSync(at('.build/docs'), { recursive: true, force: true }),
    async build() {
      const { writeDocs } = await import('../docs/write-docs.mjs');
      writeDocs();
    },
  },
  // The package as who installs it has it, for tests that ask for it.
  packed: {
    makes: '.build/packed/package.json',
    after: ['dist', 'types', 'cdn'],
    from: [
      ...['src', 'custom-elements.json', 'scripts/editor-data', 'scripts/boundaries', 'vite.config.ts'],
      ...[...packing, ...common],
      ...['README.md', 'CHANGELOG.md', 'LICENSE', 'llms.txt', 'docs'],
    ],
    clean: () => rmSync(at('.build/packed'), { recursive: true, force: true }),
    async build() {
      mkdirSync(at('.build/packed'), { recursive: true });
      const args = [
        'pack',
        '--ignore-scripts',
        '--loglevel=silent',
        '--pack-destination',
        at('.build/packed'),
      ];
      await npm(args, { complaint: 'npm could not pack the package.' });
      const [archive] = readdirSync(at('.build/packed'));
      const unpack = [
        '-xzf',
        at('.build/packed', archive),
        '-C',
        at('.build/packed'),
        '--strip-components=1',
      ];
      await runTool('tar', unpack, { complaint: 'The packed package could not be unpacked.' });
      // As it came: what checks the package looks at it.
      renameSync(at('.build/packed', archive), at('.build/packed.tgz'));
    },
  },
  // The packages that are sent beside it: the sandbox, and `npm create vh-elements`. They are made of `node`.
  siblings: {
    makes: '.build/siblings/vh-elements-sandbox.tgz',
    after: ['node'],
    from: ['packages', 'scripts/package', 'LICENSE', ...common],
    clean: () => rmSync(at('.build/siblings'), { recursive: true, force: true }),
    async build() {
      const { packSiblings } = await import('../package/pack-siblings.mjs');
      await packSiblings();
    },
  },
};

/** What only tests and releases ask for. */
const ARCHIVES = ['packed', 'siblings'];

/** Builds those of the named targets that are stale, and what they need; without names, all but the archives. */
export async function ensureBuilt(names = Object.keys(targets).filter((name) => !ARCHIVES.includes(name))) {
  const builds = new Map();
  const ensure = (name) => {
    if (!builds.has(name)) {
      const needs = (targets[name].after ?? []).map(ensure);
      builds.set(
        name,
        Promise.all(needs).then(() => ensureTarget(name, targets[name])),
      );
    }
    return builds.get(name);
  };
  // A failure waits for the other builds to end: none writes on after the command.
  const results = await Promise.allSettled(names.map(ensure));
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw failure.reason;
}

const stampOf = (name) => at('.build', `${name}.stamp`);

async function ensureTarget(name, { from, makes, clean, build }) {
  const stamp = stampOf(name);
  const now = fingerprint(from);
  if (existsSync(at(makes)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  rmSync(stamp, { force: true });
  clean();
  const start = Date.now();
  await build();
  mkdirSync(at('.build'), { recursive: true });
  writeFileSync(stamp, now);
  console.error(`Built ${name} (${((Date.now() - start) / 1000).toFixed(1)} s).`);
}

/** The service worker that sends on: a classic script, whole in one file, since such a worker loads nothing by `import()`. */
async function writeUploadWorker(folder) {
  const parts = 'src/upload/worker/worker-parts.ts';
  const replaced = { 'src/upload/parts.ts': parts, 'src/upload/resume/parts.ts': parts };
  const source = 'src/upload/worker/service-worker.ts';
  writeFileSync(
    `${folder}/upload-worker.js`,
    await packModule(source, new Set(), { format: 'iife', replaced }),
  );
}

/** Replaces compiled modules by packed ones. */
async function writePackedModules() {
  const packages = new Set(packedWorker().packages);
  for (const [source, name] of Object.entries(PACKED)) {
    writeFileSync(at('dist', name), await packModule(source, packages));
  }
  writeFileSync(at('dist/THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
}

/** Moves source maps out of a folder, into one that holds nothing else. */
function moveMaps(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith('.map')))
    renameSync(path.join(from, name), path.join(to, name));
}

function removeAllBut(folder, kept) {
  if (!existsSync(at(folder))) return;
  for (const name of readdirSync(at(folder))) {
    if (name !== kept) rmSync(at(folder, name), { recursive: true, force: true });
  }
}
