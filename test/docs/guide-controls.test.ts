import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { inRepository } from '../support/repository.ts';

interface Manifest {
  modules: { declarations?: { tagName?: string; slots?: { name: string }[] }[] }[];
}

const read = (file: string) => readFileSync(inRepository(file), 'utf8');

describe('the guide to playing', () => {
  it('has a row for each control, and for nothing else', () => {
    const { modules } = JSON.parse(read('custom-elements.json')) as Manifest;
    const player = modules
      .flatMap(({ declarations = [] }) => declarations)
      .find(({ tagName }) => tagName === 'vh-player');
    const controls = (player?.slots ?? []).flatMap(({ name }) => /^before-(.+)$/.exec(name)?.[1] ?? []);
    const [, section = ''] = /^## Controls\n([^]*?)^### /m.exec(read('docs/playing.md')) ?? [];
    const rows = Array.from(section.matchAll(/^\| `([\w-]+)` /gm), ([, name]) => name);
    assert.ok(controls.length > 20, String(controls.length));
    assert.deepEqual(rows.toSorted(), controls.toSorted());
  });
});
