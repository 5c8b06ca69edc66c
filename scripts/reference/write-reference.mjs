import { readFileSync, writeFileSync } from 'node:fs';
import { readManifest } from '../manifest/elements.mjs';
import { at } from '../base/root.mjs';
import { makeReference } from './make-reference.mjs';

const file = 'docs/reference.md';

/** Writes docs/reference.md from the committed manifest and the sources. */
export async function writeReference() {
  writeFileSync(at(file), await makeReference(readManifest()));
}

/** One line when docs/reference.md differs from what the manifest and the sources say. */
export async function referenceFaults() {
  const fresh = await makeReference(readManifest());
  return readFileSync(at(file), 'utf8') === fresh ? [] : [`${file} is stale: npm run manifest`];
}
