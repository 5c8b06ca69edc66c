import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundlers, pageBundlers } from './bundlers.ts';
import { Consumer, packed } from './consumer.ts';
import { inRepository } from '../repository.ts';

/**
 * The folder of a page's script that does no more than import an element, as a bundler builds it for production. Several
 * tests look at it, and it is built once for all.
 */
export async function bundledElement(tag: 'vh-uploader' | 'vh-player', name: string): Promise<string> {
  const bundle = bundlers[name] ?? pageBundlers[name];
  if (!bundle) throw new TypeError(`There is no bundler ${name}.`);
  // The bundlers and how they are called: a change of either rebuilds.
  const own = await Promise.all(
    ['.build/test/support/package/bundlers.js', 'package-lock.json'].map((file) =>
      readFile(inRepository(file), 'utf8'),
    ),
  );
  const stamp = [await packed(), ...own].join('\n');
  const project = `${tag}-by-${name.replaceAll(' ', '-')}`;
  const stampFile = inRepository('.build/consumers', project, 'stamp');
  const out = inRepository('.build/consumers', project, 'out');
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return out;
  const consumer = await Consumer.create(project);
  await consumer.write({ 'entry.js': `import 'vh-elements/define/${tag}.js';\n` });
  await bundle(consumer.folder, 'entry.js', out);
  await writeFile(path.join(consumer.folder, 'stamp'), stamp);
  return out;
}

/** The address, in such a folder, of the script that a page names. */
export async function entryOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const entry = names.find((one) => /^(?:assets\/)?(?:entry|main)\b[^/]*\.js$/.test(one));
  if (entry === undefined) throw new Error(`There is no entry, but ${names.join()}.`);
  return entry;
}
