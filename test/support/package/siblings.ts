import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Consumer } from './consumer.ts';
import { inRepository, loadScript } from '../repository.ts';

const execute = promisify(execFile);

/** Puts the packages that are sent beside the library, as packed, into the `node_modules` of a project. */
export async function withSiblings(name: string): Promise<Consumer> {
  const { prepare } = await loadScript<{ prepare: (targets: string[]) => Promise<void> }>(
    'scripts/building/prepare.mjs',
  );
  const { SIBLINGS, siblingArchive } = await loadScript<{
    SIBLINGS: string[];
    siblingArchive: (name: string) => string;
  }>('scripts/package/pack-siblings.mjs');
  await prepare(['siblings']);
  const consumer = await Consumer.create(name);
  for (const sibling of SIBLINGS) {
    const folder = path.join(consumer.folder, 'node_modules', sibling);
    await mkdir(folder, { recursive: true });
    const archive = inRepository(siblingArchive(sibling));
    await execute('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  }
  return consumer;
}
