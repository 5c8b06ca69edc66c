import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { Consumer } from '../support/consumer.ts';

/** Builds `entry` into `out` as people do for production. */
type Bundle = (folder: string, entry: string, out: string) => Promise<void>;

const bundlers: Record<string, Bundle> = {
  async esbuild(folder, entry, out) {
    await esbuild({
      absWorkingDir: folder,
      entryPoints: [entry],
      outdir: out,
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      logLevel: 'silent',
    });
  },
  async vite(folder, entry, out) {
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: out, rolldownOptions: { input: path.join(folder, entry) } },
    });
  },
  webpack(folder, entry, out) {
    return new Promise((resolve, reject) => {
      webpack(
        { context: folder, mode: 'production', entry: `./${entry}`, output: { path: out } },
        (error, stats) => {
          if (error) reject(error);
          else if (stats?.hasErrors()) reject(new Error(stats.toString('errors-only')));
          else resolve();
        },
      );
    });
  },
};

describe("import 'vh-elements/define/vh-uploader.js'", () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await Consumer.create('bundlers');
    await consumer.write({ 'entry.js': "import 'vh-elements/define/vh-uploader.js';\n" });
  });

  for (const [name, bundle] of Object.entries(bundlers)) {
    it(`is not dropped by ${name}`, async () => {
      const out = path.join(consumer.folder, `out-${name}`);
      await bundle(consumer.folder, 'entry.js', out);
      assert.match(await scriptsBelow(out), /customElements\.define\(["'`]vh-uploader["'`]/);
    });
  }
});

async function scriptsBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}
