import { readFileSync } from 'node:fs';
import { inRepository } from './repository.ts';

/** One fenced block of code in a Markdown file. */
export interface DocBlock {
  /** `README.md:42`. */
  where: string;
  language: string;
  text: string;
}

/** The fenced blocks of a Markdown file of the repository. */
export function blocksOf(file: string): DocBlock[] {
  const text = readFileSync(inRepository(file), 'utf8');
  return [...text.matchAll(/^```(\w+)(?: live)?\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = '', 2: code = '', index }) => ({
      where: `${file}:${text.slice(0, index).split('\n').length + 1}`,
      language,
      text: code,
    }),
  );
}

/** The block of a file that contains a text. */
export function blockWith(file: string, part: string): DocBlock {
  const found = blocksOf(file).find(({ text }) => text.includes(part));
  if (!found) throw new Error(`${file} has no block with ${part}`);
  return found;
}
