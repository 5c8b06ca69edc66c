import { readFileSync } from 'node:fs';
import { inRepository } from './repository.ts';

/** A section of `docs/migration.md` with its table: names of another library, and what stands in their place. */
export interface MigrationTable {
  heading: string;
  rows: readonly { there: string; here: string }[];
}

/** The sections about one library or another, of which names can be looked up. */
export function migrationTables(): MigrationTable[] {
  const text = readFileSync(inRepository('docs/migration.md'), 'utf8');
  const sections = text.split(/^## /m).filter((section) => section.startsWith('From '));
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const [, , ...rows] = lines.filter((line) => line.startsWith('|'));
    return { heading, rows: rows.map(readRow) };
  });
}

/** The pieces of code in a cell. */
export const codeIn = (cell: string): string[] =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** The names in a piece of code: identifiers, tags, attributes, properties of CSS. */
export const namesIn = (code: string): string[] => code.match(/(?:--)?[A-Za-z_][\w-]*/g) ?? [];

function readRow(line: string): { there: string; here: string } {
  const [, there = '', here = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return { there, here };
}
