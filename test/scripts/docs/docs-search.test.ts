import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { inRepository, loadScript } from '../../support/repository.ts';

interface Section {
  address: string;
  page: string;
  title: string;
  text: string;
}
interface Ranking {
  wordsOf: (asked: string) => string[];
  prepare: (section: Section) => Section;
  scoreOf: (section: Section, words: string[]) => number;
  excerptOf: (text: string, words: string[]) => string;
}

describe("the search of the documents' site", () => {
  let ranking: Ranking;
  let sections: Section[];
  before(async () => {
    const { prepare } = await loadScript<{ prepare: (targets: string[]) => Promise<void> }>(
      'scripts/building/prepare.mjs',
    );
    await prepare(['docs']);
    ranking = await loadScript<Ranking>('scripts/docs/assets/rank.js');
    const index = readFileSync(inRepository('.build/docs/search.json'), 'utf8');
    sections = (JSON.parse(index) as Section[]).map((section) => ranking.prepare(section));
  });

  /** The sections that answer, best first; decision records come after the guides anyway. */
  const find = (asked: string): Section[] => {
    const words = ranking.wordsOf(asked);
    return sections
      .filter(({ address }) => !address.startsWith('decisions/'))
      .map((section) => ({ section, score: ranking.scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ section }) => section);
  };

  for (const [asked, address] of [
    ['max size', 'uploading.html#limits'],
    ['max-size', 'uploading.html#limits'],
    ['two versions', 'script-tag.html#two-versions-on-a-page'],
    ['optimize unavailable', 'errors.html#optimize-unavailable'],
  ] as const) {
    it(`has ${address} among the first three for "${asked}"`, () => {
      const first = find(asked)
        .slice(0, 3)
        .map((one) => one.address);
      assert.ok(first.includes(address), first.join(', '));
    });
  }

  it('finds nothing where a word is missing', () => {
    assert.deepEqual(find('max qqzzx'), []);
  });

  it('shows the part of a text that has the word', () => {
    const { excerptOf } = ranking;
    const long = `${'Other words come first here. '.repeat(20)}Then max-size is set. ${'More. '.repeat(50)}`;
    assert.match(excerptOf(long, ['max-size']), /^… .*max-size is set/);
    assert.ok(excerptOf(long, ['max-size']).length < 130);
    assert.equal(excerptOf('Short text', ['nowhere']), 'Short text');
    assert.match(excerptOf(`${'x'.repeat(300)}max`, ['max']), /max$/);
  });
});
