import { transformWithOxc } from 'vite';
import { chromium } from './scripts/launchers.mjs';
import { testMedia } from './test/support/test-media.mjs';

/** Compiles TypeScript with the transformer that the build uses. */
const typescript = {
  name: 'typescript',
  resolveMimeType: (context) => (context.path.endsWith('.ts') ? 'js' : undefined),
  async transform(context) {
    if (!context.path.endsWith('.ts')) return undefined;
    const { code, map } = await transformWithOxc(context.body, context.path, {
      target: 'es2022',
      sourcemap: true,
    });
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    return { body: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}` };
  },
};

/** Test files that a browser cannot run because something in it is broken or absent; say what, beside each. */
export const brokenIn = {
  firefox: [],
  webkit: [
    // WebKitGTK's MediaRecorder gives no bytes, and it has no file system of its own.
    'test/upload/record/recording.browser.test.ts',
  ],
};

export default {
  files: ['test/**/*.browser.test.ts'],
  nodeResolve: true,
  plugins: [typescript],
  middleware: [testMedia],
  browsers: [chromium()],
  // A file that plays or uploads real media may take its time.
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('Lit is in dev mode'),
  testFramework: { config: { timeout: 20_000 } },
};
