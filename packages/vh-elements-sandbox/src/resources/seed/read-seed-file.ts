import { readFile } from 'node:fs/promises';
import { Problem } from '../../http/problem.ts';
import type { Members } from '../../http/values/members.ts';

/** Reads the file of a seed; a fault of its JSON is named by its line. */
export async function readSeedFile(file: string): Promise<Members> {
  const text = await readFile(file, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch (error) {
    throw new Problem('invalid-payload', {
      detail: `It is not JSON, from line ${String(lineOf(error, text))} on.`,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('invalid-payload', { detail: 'It must be a JSON object.' });
  return value as Members;
}

/** The line of a fault: the engine says how many characters are before it, or that the text ends too early. */
function lineOf(error: unknown, text: string): number {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  const before = position === undefined ? text.trimEnd() : text.slice(0, Number(position));
  return before.split('\n').length;
}
