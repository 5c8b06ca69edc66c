import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes into the script-tag folder what proves that its files are whole: `SHA256SUMS`, as `sha256sum --check` reads it, and
 * `integrity.json`, the hashes of its scripts as a script tag and an import map have them.
 */
export function writeSums(folder) {
  const names = readdirSync(folder)
    .filter((name) => !/^(?:SHA256SUMS|integrity\.json)$/.test(name))
    .sort();
  const bytes = (name) => readFileSync(path.join(folder, name));
  const hash = (kind, name, form) => createHash(kind).update(bytes(name)).digest(form);
  const scripts = names.filter((name) => name.endsWith('.js'));
  const integrity = scripts.map((name) => [name, `sha384-${hash('sha384', name, 'base64')}`]);
  const text = `${JSON.stringify(Object.fromEntries(integrity), null, 2)}\n`;
  writeFileSync(path.join(folder, 'integrity.json'), text);
  const sums = [...names, 'integrity.json'].sort().map((name) => `${hash('sha256', name, 'hex')}  ${name}\n`);
  writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
}
