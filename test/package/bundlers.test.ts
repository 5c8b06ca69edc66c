import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { bundledUploader } from '../support/bundled-uploader.ts';
import { bundlers } from '../support/bundlers.ts';

describe("import 'vh-elements/define/vh-uploader.js'", () => {
  for (const name of Object.keys(bundlers)) {
    it(`is not dropped by ${name}`, async () => {
      const scripts = await scriptsBelow(await bundledUploader(name));
      assert.match(scripts, /customElements\.define\(["'`]vh-uploader["'`]/);
    });
  }
});

async function scriptsBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.join('\n');
}
