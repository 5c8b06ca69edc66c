import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { bundlers } from '../support/bundlers.ts';
import { Consumer } from '../support/consumer.ts';

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
