import { playwrightLauncher } from '@web/test-runner-playwright';
import { transformWithOxc } from 'vite';
import { chromiumArgs, findChromium } from './scripts/browsers.mjs';
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
      assumptions: { setPublicClassFields: true },
      typescript: { removeClassFieldsWithoutInitializer: true },
    });
    const inline = Buffer.from(JSON.stringify(map)).toString('base64');
    return { body: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}` };
  },
};

export default {
  files: ['test/**/*.browser.test.ts'],
  nodeResolve: true,
  plugins: [typescript],
  middleware: [testMedia],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    }),
  ],
  testFramework: { config: { timeout: 20_000 } },
};
