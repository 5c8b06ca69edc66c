import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadScript } from '../../support/repository.ts';

interface WordTable {
  words: Record<string, string>;
  fallback?: string;
  answered?: Record<string, string>;
}

type Fill = (
  text: string,
  tables: Record<string, WordTable>,
  words: Record<string, Record<string, string>>,
) => { text: string; faults: string[] };

const tables = {
  uploader: { words: { 'file-empty': 'fileEmpty' }, fallback: 'failed' },
  player: { words: { network: 'network' }, fallback: 'broken' },
};
const words = {
  uploader: { fileEmpty: 'This file is empty.', failed: 'It failed.' },
  player: { network: 'No connection.', broken: 'It is broken.' },
};
const good =
  '## file-empty\n\n- **Uploader shows:**\n\n## network\n\n- **Player shows:** “Old words,\n  wrapped.” (`x`)\n';

describe('the texts that viewers see, in docs/errors.md', () => {
  let fillErrorTexts: Fill;

  before(async () => {
    ({ fillErrorTexts } = await loadScript<{ fillErrorTexts: Fill }>(
      'scripts/error-texts/fill-error-texts.mjs',
    ));
  });

  it('are those of the element, with their word', () => {
    const { text, faults } = fillErrorTexts(good, tables, words);
    assert.deepEqual(faults, []);
    assert.match(text, /## file-empty\n\n- \*\*Uploader shows:\*\* “This file is empty\.” \(`fileEmpty`\)\n/);
    assert.match(text, /## network\n\n- \*\*Player shows:\*\* “No connection\.” \(`network`\)\n/);
    assert.doesNotMatch(text, /Old words|wrapped/);
  });

  it('are both where an answer of the server changes them', () => {
    const player = { ...tables.player, answered: { network: 'broken' } };
    const { text } = fillErrorTexts(good, { ...tables, player }, words);
    assert.match(text, /“No connection\.” \(`network`\); with a `status`: “It is broken\.” \(`broken`\)\n/);
  });

  it('are the fallback where the element has no words for the code', () => {
    const { text } = fillErrorTexts(`${good}\n## timeout\n\n- **Uploader shows:**\n`, tables, words);
    assert.match(text, /## timeout\n\n- \*\*Uploader shows:\*\* “It failed\.” \(`failed`\)\n/);
  });

  it('are missed where an element shows words and the section does not quote them', () => {
    const { faults } = fillErrorTexts('## file-empty\n\n## network\n\n- **Player shows:**\n', tables, words);
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /file-empty: lacks the line "- \*\*Uploader shows:\*\*"/);
  });

  it('are missed where the word does not exist', () => {
    const { faults } = fillErrorTexts(good, tables, { ...words, player: { broken: 'It is broken.' } });
    assert.match(faults.join(), /network: the player has no words/);
  });

  it('come from a table of each element', async () => {
    const { readWordTables } = await loadScript<{
      readWordTables: (project: unknown) => Record<string, WordTable>;
    }>('scripts/error-texts/word-tables.mjs');
    const { readProject } = await loadScript<{ readProject: () => unknown }>(
      'scripts/checks/source/project.mjs',
    );
    const found = readWordTables(readProject());
    assert.deepEqual(Object.keys(found).sort(), ['player', 'recorder', 'uploader']);
    for (const [surface, { words: own, fallback }] of Object.entries(found)) {
      assert.ok(Object.keys(own).length >= 3 && fallback, surface);
    }
  });
});
