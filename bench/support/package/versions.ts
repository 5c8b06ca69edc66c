import { readFile } from 'node:fs/promises';
import path from 'node:path';

type Versions = Record<string, string>;
interface Manifest {
  version?: string;
  dependencies?: Versions;
  devDependencies?: Versions;
}

/** The tools of frameworks take no TypeScript without an API, which 7 is. */
const NEWEST_OF: Readonly<Versions> = { typescript: '<7' };
/** Types for the Node that the package asks for, and what this repository makes. */
const STAYS = /^(?:@types\/node|vh-.*)$/;

/** A `package.json` that names the newest of all that it names. */
export function withNewest(text: string): string {
  const manifest = JSON.parse(text) as Manifest;
  const newest = (versions: Versions = {}) =>
    Object.fromEntries(
      Object.entries(versions).map(([name, version]) => [
        name,
        STAYS.test(name) ? version : (NEWEST_OF[name] ?? 'latest'),
      ]),
    );
  const { dependencies, devDependencies } = manifest;
  return JSON.stringify({
    ...manifest,
    dependencies: newest(dependencies),
    devDependencies: newest(devDependencies),
  });
}

/** What was installed of the packages that a project names. */
export async function installedIn(folder: string): Promise<string> {
  const read = async (...names: string[]) =>
    JSON.parse(await readFile(path.join(folder, ...names, 'package.json'), 'utf8')) as Manifest;
  const { dependencies, devDependencies } = await read();
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !STAYS.test(name));
  const found = names.map(async (name) => `${name} ${(await read('node_modules', name)).version ?? ''}`);
  return (await Promise.all(found)).join(', ');
}
