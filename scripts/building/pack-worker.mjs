import { createHash } from 'node:crypto';
import { packModule } from './pack-module.mjs';

const SOURCE = 'src/upload/optimize/optimize-worker.ts';

/**
 * For the script-tag file: puts the packed worker beside it, under a name that changes with its content. Bundlers copy such a
 * file as it is: what they would make of the modules shares chunks with the page, and those need a document.
 */
export function workerBesideBundle(packages) {
  let name = '';
  let code = '';
  return {
    name: 'worker-beside-bundle',
    async buildStart() {
      code = await packModule(SOURCE, packages);
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
