import { createHash } from 'node:crypto';
import { at } from './root.mjs';

const SOURCE = 'src/upload/optimize/optimize-worker.ts';

/**
 * Bundles the worker of `optimize`, with all that it needs, into one file that imports nothing. Bundlers copy that file as it
 * is: what they would make of the modules shares chunks with the page, and those need a document.
 */
export async function packWorker() {
  const { build } = await import('vite');
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: at(SOURCE), formats: ['es'] },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  });
  const [{ code, fileName, imports, dynamicImports }] = output;
  const needed = [...imports, ...dynamicImports].filter((name) => name !== fileName);
  if (output.length !== 1 || needed.length > 0)
    throw new Error(`${SOURCE} is not one file: ${needed.join()}`);
  return `/*! With mediabunny, MPL-2.0, https://mediabunny.dev */\n${code}`;
}

/** For the script-tag file: puts the packed worker beside it, under a name that changes with what is in it. */
export function workerBesideBundle() {
  let name = '';
  let code = '';
  return {
    name: 'worker-beside-bundle',
    async buildStart() {
      code = await packWorker();
      name = `vh-optimize-worker-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
    },
    transform: {
      filter: { id: /\/optimize\/start-worker\.ts$/ },
      order: 'pre',
      handler(source) {
        const own = `new URL(/* @vite-ignore */ './${name}', import.meta.url)`;
        const result = source
          .replace("new URL('./optimize-worker.js', import.meta.url)", own)
          .replace(
            "import(/* webpackIgnore: true */ './optimize-worker.ts')",
            `import(/* @vite-ignore */ ${own}.href)`,
          );
        if (result.split(name).length !== 3)
          throw new Error('start-worker.ts names its worker in another way.');
        return { code: result, map: null };
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: code });
    },
  };
}
