import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The repository's folder. Compiled tests lie in `.build/test`, three steps below it. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** An absolute path inside the repository. */
export const inRepository = (...parts: string[]): string => path.join(root, ...parts);

/** Loads one of the repository's scripts, which have no types of their own. */
export async function loadScript<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(inRepository(file)).href)) as Module;
}
