import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { bundledElement } from '../support/package/bundled-element.ts';
import { bundlers } from '../support/package/bundlers.ts';
import { Consumer } from '../support/package/consumer.ts';
import { cells } from '../support/division.ts';
import { itWithAll } from '../support/it-with-all.ts';

describe("import 'vh-elements/define/vh-uploader.js'", () => {
  for (const name of cells(Object.keys(bundlers))) {
    it(`is not dropped by ${name}`, async () => {
      const scripts = await scriptsBelow(await bundledElement('vh-uploader', name));
      assert.match(scripts, /customElements\.define\(["'`]vh-uploader["'`]/);
    });
  }
});

describe('all of the package', () => {
  itWithAll('is built by rollup, which knows no more than where packages lie', async () => {
    const { folder } = await Consumer.create('rollup');
    const names = ['uploader', 'player', 'captions-picker'].map((name) => `define/vh-${name}.js`);
    const program = ['client', 'react', ...names].map((name) => `import 'vh-elements/${name}';`).join('\n');
    const warnings: string[] = [];
    const entry = path.join(folder, 'entry.js');
    const bundle = await rollup({
      input: entry,
      external: ['react'],
      plugins: [
        {
          name: 'entry',
          load: (id) => (id === entry ? program : null),
          resolveId: (id) => (id === entry ? id : null),
        },
        nodeResolve({ browser: true }),
      ],
      onwarn({ code = '', message }) {
        // Next.js reads them.
        if (code !== 'MODULE_LEVEL_DIRECTIVE') warnings.push(`${code} ${message}`);
      },
    });
    const { output } = await bundle.generate({ format: 'es' });
    await bundle.close();
    assert.deepEqual(warnings, []);
    assert.ok(output.some((chunk) => chunk.type === 'chunk' && chunk.code.includes('Tus-Resumable')));
  });
});

async function scriptsBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}
