import { readFileSync, writeFileSync } from 'node:fs';
import { readManifest } from '../manifest/elements.mjs';
import { at } from '../root.mjs';
import { fillReadme } from './fill-readme.mjs';

/** Brings the README's tables up to date. */
export async function writeReadme() {
  const text = readFileSync(at('README.md'), 'utf8');
  writeFileSync(at('README.md'), await fillReadme(text, readManifest()));
}

/** What is wrong with the README's tables. */
export async function readmeFaults() {
  const text = readFileSync(at('README.md'), 'utf8');
  return (await fillReadme(text, readManifest())) === text
    ? []
    : ['the tables in README.md are stale: npm run manifest'];
}
