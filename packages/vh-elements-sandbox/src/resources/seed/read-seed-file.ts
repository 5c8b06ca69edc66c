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

/** The line of a fault. The engine does not always say where it is: then it is the last of the fewest lines that hold it. */
function lineOf(error: unknown, text: string): number {
  const position = positionOf(error);
  if (position !== undefined) return text.slice(0, position).split('\n').length;
  const lines = text.trimEnd().split('\n');
  let [good, bad] = [0, lines.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isBroken(lines.slice(0, middle).join('\n'))) bad = middle;
    else good = middle;
  }
  return bad;
}

/** False for JSON, and for a beginning of some. */
function isBroken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const position = positionOf(error);
    if (position !== undefined) return position < beginning.length;
    return !/end of JSON input/.test(error instanceof Error ? error.message : '');
  }
}

function positionOf(error: unknown): number | undefined {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? undefined : Number(position);
}
