import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from '../base/npm.mjs';
import { usePackage } from './use-package.mjs';

/**
 * Looks at archives as npm would publish them: what is in each, and whether it works for someone who installs it alone, in an
 * empty folder. `beside` names the archives that an archive needs and that no registry has yet.
 */
export async function tryPackages(archives) {
  const tried = [];
  for (const { archive, beside = [] } of archives) {
    const about = await describeArchive(archive);
    tried.push({ ...about, fault: await faultOf(about.name, [archive, ...beside]) });
  }
  return tried;
}

/** Name, version, sizes and files of an archive, by npm. */
async function describeArchive(archive) {
  const said = await npm(['pack', archive, '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    complaint: `npm cannot read ${archive}.`,
  });
  const [about] = Object.values(JSON.parse(said.slice(said.search(/^[[{]/m))));
  const { name, version, size, unpackedSize, integrity, files } = about;
  return { name, version, size, unpackedSize, integrity, files: files.map((file) => file.path) };
}

/** Installs archives into an empty folder and uses the first; a sentence if that fails. */
async function faultOf(name, archives) {
  const folder = await mkdtemp(path.join(tmpdir(), 'vh-release-'));
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await npm(['install', '--prefix', folder, ...FLAGS, ...archives], {
      complaint: `${name} cannot be installed.`,
    });
    const home = path.join(folder, 'node_modules', name);
    await usePackage(home, folder, JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')));
    return undefined;
  } catch (error) {
    return error.message;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
