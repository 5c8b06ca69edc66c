import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';

const read = (file: string) => readFileSync(inRepository(file), 'utf8');
const named = (cell = '') => Array.from(cell.matchAll(/`([\w./-]+)`/g), ([, name = '']) => name);

/** Where a name is defined: a file that the cell itself names, else the backend's own. */
const fileOf = (names: readonly string[], folder: string, end: string) => {
  const file = names.find(
    (name) => /^vh[-_]/.test(name) && existsSync(inRepository(`${folder}/${name}${end}`)),
  );
  return { file, text: read(`${folder}/${file ?? `vh${end === '.php' ? '-' : '_'}backend`}${end}`) };
};

describe('the map of the backends in other languages', () => {
  it('names files and functions that are there', () => {
    const rows = read('backends/README.md')
      .split('\n')
      .filter((line) => /^\| (is|are|does) /.test(line))
      .map((line) => line.split('|').slice(2, 5));
    assert.ok(rows.length > 10);
    for (const [ours, php, python] of rows) {
      for (const name of named(ours)) assert.ok(existsSync(inRepository(`src/backend/${name}`)), name);
      const inPhp = fileOf(named(php), 'backends/php', '.php');
      for (const name of named(php).filter((one) => one !== inPhp.file))
        assert.match(inPhp.text, new RegExp(`(?:function|class) ${name}\\b`), name);
      const inPython = fileOf(named(python), 'backends/python', '.py');
      for (const name of named(python).filter((one) => one !== inPython.file))
        assert.match(inPython.text, new RegExp(`(?:def|class) ${name}\\b`), name);
    }
  });
});
