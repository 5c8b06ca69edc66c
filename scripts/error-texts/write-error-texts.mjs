import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { at } from '../base/root.mjs';
import { readProject } from '../checks/source/project.mjs';
import { fillErrorTexts } from './fill-error-texts.mjs';
import { readWords } from './read-words.mjs';
import { readWordTables } from './word-tables.mjs';

const file = 'docs/errors.md';

async function fresh() {
  const committed = readFileSync(at(file), 'utf8');
  const { text, faults } = fillErrorTexts(committed, readWordTables(readProject()), readWords());
  const made = await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
  return { committed, made, faults };
}

/** Writes the texts that viewers see into docs/errors.md. */
export async function writeErrorTexts() {
  writeFileSync(at(file), (await fresh()).made);
}

/** The faults of the texts in docs/errors.md. */
export async function errorTextFaults() {
  const { committed, made, faults } = await fresh();
  return made === committed
    ? faults
    : [...faults, `${file} does not quote what the elements show: npm run manifest`];
}
