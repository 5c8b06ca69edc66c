import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { inRepository } from '../../../support/repository.ts';

/** Svelte's own compiler, for a server; what it warns of is a fault of the code. */
const svelte: Plugin = {
  name: 'svelte',
  setup: (bundling) =>
    bundling.onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
      const { js, warnings } = compile(await readFile(file, 'utf8'), {
        ...{ filename: path.basename(file), generate: 'server' },
      });
      return { contents: js.code, errors: warnings.map(({ message }) => ({ text: message })) };
    }),
};

/** Vue's own compiler, for a server, with the setting that the code names. */
const vue: Plugin = {
  name: 'vue',
  setup: (bundling) =>
    bundling.onLoad({ filter: /\.vue$/ }, async ({ path: file }) => {
      const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('vh-') };
      const { descriptor, errors } = parseVue(await readFile(file, 'utf8'), {
        ...{ filename: path.basename(file), templateParseOptions: compilerOptions },
      });
      const { content } = compileScript(descriptor, {
        ...{ id: 'app', inlineTemplate: true },
        templateOptions: { ssr: true, ssrCssVars: [], compilerOptions },
      });
      return { contents: content, errors: errors.map(({ message }) => ({ text: message })) };
    }),
};

/** The elements register themselves in a browser only: here it is enough that there are such modules. */
const registrations: Plugin = {
  name: 'registrations',
  setup(bundling) {
    bundling.onResolve({ filter: /^vh-elements\/define\// }, ({ path: name }) =>
      existsSync(inRepository(name.replace('vh-elements', 'dist')))
        ? { path: name, namespace: 'registration' }
        : { errors: [{ text: `There is no ${name}.` }] },
    );
    bundling.onLoad({ filter: /./, namespace: 'registration' }, () => ({ contents: '' }));
  },
};

const ENDS = {
  jsx: `import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
export const render = (module) => renderToString(createElement(module.Film));`,
  vue: `import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
export const render = (module) => renderToString(createSSRApp(module.default));`,
  svelte: `import { render as renderBody } from 'svelte/server';
export const render = (module) => renderBody(module.default).body;`,
};

/** The HTML that a server makes of each of these components, by the framework's own means. */
export async function renderAll(kind: keyof typeof ENDS, codes: readonly string[]): Promise<string[]> {
  await mkdir(inRepository('.build'), { recursive: true });
  const folder = await mkdtemp(inRepository('.build', 'playground-'));
  try {
    await writeFile(path.join(folder, 'theme.css'), '');
    await Promise.all(
      codes.map((code, index) => writeFile(path.join(folder, `film-${index}.${kind}`), code)),
    );
    const entry = [
      ENDS[kind],
      ...codes.map((_code, index) => `import * as film${index} from './film-${index}.${kind}';`),
      `export const films = [${codes.map((_code, index) => `film${index}`).join(', ')}];`,
    ];
    await writeFile(path.join(folder, 'entry.js'), entry.join('\n'));
    await build({
      ...{ entryPoints: [path.join(folder, 'entry.js')], outfile: path.join(folder, 'out.mjs') },
      ...{ bundle: true, platform: 'node', format: 'esm', jsx: 'automatic', logLevel: 'silent' },
      ...{ packages: 'external', loader: { '.css': 'empty' }, plugins: [registrations, svelte, vue] },
    });
    const { films, render } = (await import(pathToFileURL(path.join(folder, 'out.mjs')).href)) as {
      films: readonly object[];
      render: (module: object) => string | Promise<string>;
    };
    return await Promise.all(films.map(async (film) => render(film)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
