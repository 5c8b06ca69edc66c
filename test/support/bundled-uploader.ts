import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundlers } from './bundlers.ts';
import { Consumer, packed } from './consumer.ts';
import { inRepository } from './repository.ts';

/**
 * The folder of a page's script that does no more than import the uploader, as a bundler builds it for production. Two
 * layers of tests look at it, and it is built once for both.
 */
export async function bundledUploader(name: string): Promise<string> {
  const bundle = bundlers[name];
  if (!bundle) throw new TypeError(`There is no bundler ${name}.`);
  // The bundlers and how they are called: a change of either rebuilds.
  const own = await Promise.all(
    ['.build/test/support/bundlers.js', 'package-lock.json'].map((file) =>
      readFile(inRepository(file), 'utf8'),
    ),
  );
  const stamp = [await packed(), ...own].join('\n');
  const project = `bundled-${name.replaceAll(' ', '-')}`;
  const stampFile = inRepository('.build/consumers', project, 'stamp');
  const out = inRepository('.build/consumers', project, 'out');
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return out;
  const consumer = await Consumer.create(project);
  await consumer.write({ 'entry.js': "import 'vh-elements/define/vh-uploader.js';\n" });
  await bundle(consumer.folder, 'entry.js', out);
  await writeFile(path.join(consumer.folder, 'stamp'), stamp);
  return out;
}
