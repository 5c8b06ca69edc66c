import { transformWithOxc } from 'vite';
import { seeThroughFaces } from './scripts/building/see-through-faces.mjs';
import { importWordModules, isWordFile, wordModule } from './scripts/locales/word-modules.mjs';
import { chromium } from './scripts/system/launchers.mjs';
import { privateMedia } from './test/support/runner/private-media.mjs';
import { refusedFiles } from './test/support/runner/refused-files.mjs';
import { refusedModules } from './test/support/runner/refused-modules.mjs';
import { requestLog } from './test/support/runner/request-log.mjs';
import { testMedia } from './test/support/runner/test-media.mjs';

/** Compiles TypeScript with the transformer that the build uses, and as the build does: nothing comes by an engine's face. */
const typescript = {
  name: 'typescript',
  resolveMimeType: (context) => (context.path.endsWith('.ts') ? 'js' : undefined),
  async transform(context) {
    if (!context.path.endsWith('.ts')) return undefined;
    const text = seeThroughFaces(context.path.replace('/src/', ''), importWordModules(context.body, '.json'));
    const { code, map } = await transformWithOxc(text, context.path, {
      target: 'es2022',
      sourcemap: true,
    });
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    return { body: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}` };
  },
};

/** Makes modules of the files of words, as the build does. */
const words = {
  name: 'words',
  resolveMimeType: (context) => (isWordFile(context.path) ? 'js' : undefined),
  transform: ({ path, body }) => (isWordFile(path) ? wordModule(body) : undefined),
};

/** A page has no environment: the value is written into the module that asks for it. */
const division = {
  name: 'division',
  transform: ({ path, body }) =>
    path === '/test/support/division.ts'
      ? body.replace("process.env['TEST_DIVISION']", JSON.stringify(process.env.TEST_DIVISION ?? 'all'))
      : undefined,
};

/** Its modules name a file for Node, which bundlers leave out; unbundled, its own bundle for browsers has to do. */
const mediabunny = {
  name: 'mediabunny',
  resolveImport: ({ source }) =>
    source === 'mediabunny' ? '/node_modules/mediabunny/dist/bundles/mediabunny.mjs' : undefined,
};

/** Its modules for browsers need modules of CommonJS; its own bundle for browsers is a script, made a module here. */
const TUS_BUNDLE = '/node_modules/tus-js-client/dist/tus.js';
const tus = {
  name: 'tus',
  resolveImport: ({ source }) => (source === 'tus-js-client' ? TUS_BUNDLE : undefined),
  transform: ({ path, body }) =>
    path === TUS_BUNDLE
      ? `const exports = {}, module = { exports };\n${body}\nexport const { Upload } = module.exports;`
      : undefined,
};

/** Test files that a browser cannot run because something in it is broken or absent; say what, beside each. */
export const brokenIn = {
  firefox: [],
  webkit: [
    // WebKitGTK's MediaRecorder gives no bytes, and it has no file system of its own.
    'test/upload/recording/recording.browser.test.ts',
    // Asking it what it can encode ends the page.
    'test/upload/optimize/optimize-file.browser.test.ts',
    // No private folder of the origin's, where the test's files lie.
    'test/upload/resume/unfinished-uploads.browser.test.ts',
    // It breaks now and then on the seek in a fresh source, which is what it is given when it chokes on a segment.
    // Beside two other browsers on a busy machine it takes longer to change a rendition, or to come to the live edge,
    // than a test may take. Alone it passes.
    'test/elements/player/stream.browser.test.ts',
    // Its source is a managed one, for which the start steps aside: there is no hand-over.
    'test/playback/fast-start/first-seek.browser.test.ts',
    'test/playback/hand-over.browser.test.ts',
  ],
};

export default {
  files: ['test/**/*.browser.test.ts'],
  nodeResolve: true,
  plugins: [division, typescript, words, mediabunny, tus],
  middleware: [requestLog, refusedFiles, refusedModules, privateMedia, testMedia],
  browsers: [chromium()],
  // A browser on a busy machine takes its time to open a window.
  browserStartTimeout: 120_000,
  // A file that plays or uploads real media may take its time.
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  testFramework: { config: { timeout: 20_000 } },
};
