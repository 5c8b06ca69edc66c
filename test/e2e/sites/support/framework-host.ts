import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { transformAsync } from '@babel/core';
import { compile } from 'svelte/compiler';
import { compileScript, parse as parseVue } from 'vue/compiler-sfc';
import { inRepository } from '../../../support/repository.ts';

const pageWith = (app: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><main id="app">${app}</main>` +
  '<output id="sent"></output><script type="module" src="/app.js"></script></html>';

/** Svelte's own compiler, as far as one file needs it. */
const svelte: Plugin = {
  name: 'svelte',
  setup: (bundling) =>
    bundling.onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
      const { js } = compile(await readFile(file, 'utf8'), { filename: path.basename(file) });
      return { contents: js.code };
    }),
};

/** Vue's own compiler, with the settings of a page's build. */
const vue: Plugin = {
  name: 'vue',
  setup: (bundling) =>
    bundling.onLoad({ filter: /\.vue$/ }, async ({ path: file }) => {
      const { descriptor } = parseVue(await readFile(file, 'utf8'), { filename: path.basename(file) });
      const compilerOptions = { isCustomElement: (tag: string) => tag.startsWith('vh-') };
      const options = { id: 'app', inlineTemplate: true, templateOptions: { compilerOptions } };
      return { contents: compileScript(descriptor, options).content };
    }),
};

/** Solid's own compiler. */
const solid: Plugin = {
  name: 'solid',
  setup: (bundling) =>
    bundling.onLoad({ filter: /solid\.jsx$/ }, async ({ path: file }) => {
      const made = await transformAsync(await readFile(file, 'utf8'), {
        ...{ configFile: false, babelrc: false, presets: ['babel-preset-solid'] },
      });
      return { contents: made?.code ?? '' };
    }),
};

/** A page that a framework makes, with the package as the page's own bundler finds it. */
export class FrameworkHost {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Bundles one of `test/frameworks` and serves it; `rendered` is what a server has made of it. */
  static async open(
    name: string,
    rendered = '',
    mode: 'production' | 'development' = 'production',
  ): Promise<FrameworkHost> {
    const { outputFiles } = await build({
      entryPoints: { app: inRepository('test/frameworks', name) },
      bundle: true,
      splitting: true,
      format: 'esm',
      jsx: 'automatic',
      target: 'es2022',
      outdir: '/',
      write: false,
      conditions: ['browser'],
      define: {
        'process.env.NODE_ENV': JSON.stringify(mode),
        '__VUE_OPTIONS_API__': 'true',
        '__VUE_PROD_DEVTOOLS__': 'false',
        '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__': 'false',
      },
      plugins: [svelte, vue, solid],
    });
    const files = new Map(outputFiles.map((file) => [`/${path.basename(file.path)}`, file.contents]));
    const server = createServer(({ url = '/' }, response) => {
      const script = files.get(url.split('?', 1)[0] ?? '');
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(script ?? pageWith(rendered));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FrameworkHost(server);
  }

  /** The page's address; the service and the token are what its server would know. */
  address(service: string, token: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/?${new URLSearchParams({ service, token }).toString()}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close').catch(() => {});
  }
}
