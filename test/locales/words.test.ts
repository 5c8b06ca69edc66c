import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { embedLanguage } from '../../src/embed/embed-words.ts';
import { captionStyle } from '../../src/locales/en/caption-style.ts';
import { captionsMenu } from '../../src/locales/en/captions-menu.ts';
import { captions } from '../../src/locales/en/captions.ts';
import { consent } from '../../src/locales/en/consent.ts';
import { player } from '../../src/locales/en/player.ts';
import { recorder } from '../../src/locales/en/recorder.ts';
import { transcript } from '../../src/locales/en/transcript.ts';
import { uploaderCaptions } from '../../src/locales/en/author/uploader-captions.ts';
import { uploaderDetails } from '../../src/locales/en/author/uploader-details.ts';
import { uploaderPoster } from '../../src/locales/en/author/uploader-poster.ts';
import { uploaderShare } from '../../src/locales/en/author/uploader-share.ts';
import { uploaderTrim } from '../../src/locales/en/author/uploader-trim.ts';
import { uploader } from '../../src/locales/en/uploader.ts';
import { languages } from '../../src/locales/languages.ts';
import { loadWords } from '../../src/locales/load-words.ts';
import { formatCount, formatPercent } from '../../src/locales/format/number-format.ts';
import { pluralize, type Plural } from '../../src/locales/format/plural.ts';
import { inRepository } from '../support/repository.ts';

type Words = Readonly<Record<string, string | Plural>>;

const LANGUAGES = readdirSync(inRepository('src/locales'))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));
const readFile = (language: string) =>
  JSON.parse(readFileSync(inRepository('src/locales', `${language}.json`), 'utf8')) as Record<string, Words>;
const english: Readonly<Record<string, Words>> = {
  ...{
    uploader,
    uploaderCaptions,
    uploaderDetails,
    uploaderPoster,
    uploaderShare,
    uploaderTrim,
    recorder,
    player,
    captions,
  },
  ...{ captionsMenu, captionStyle, consent, transcript },
  embed: { ...embedLanguage('en').words },
};
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const formsOf = (word: string | Plural): string[] =>
  typeof word === 'string' ? [word] : Object.values(word);

/** What a language may say the same way as English does, word by word. */
const SAME = new Set([
  ...['Live', 'Pause', 'Details', 'Volume', 'Camera', 'Start', 'Stop', 'Magenta', 'Cyan'],
  ...['Description', 'Playlist', 'Playlist: {place}', 'Video', 'Video {number}'],
]);

describe('the words', () => {
  it('are there in at least twelve languages', () => {
    assert.ok(LANGUAGES.length + 1 >= 12, `${LANGUAGES.length} and English`);
  });

  it('are English where there is no other', async () => {
    assert.equal(await loadWords('en-GB'), undefined);
    assert.equal(await loadWords('tlh'), undefined);
    assert.equal(await loadWords('__proto__'), undefined);
    assert.ok(await loadWords('DE-AT'));
  });

  for (const language of LANGUAGES) {
    describe(language, () => {
      const words = readFile(language);
      const each = (check: (name: string, word: string | Plural, original: string | Plural) => void) => {
        assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort());
        for (const [element, originals] of Object.entries(english)) {
          const own: Words = words[element] ?? {};
          assert.deepEqual(Object.keys(own).sort(), Object.keys(originals).sort(), element);
          for (const [name, original] of Object.entries(originals))
            check(`${element}.${name}`, own[name] ?? '', original);
        }
      };

      it('is what pages load and embed pages say', async () => {
        const { embed, ...others } = words;
        assert.deepEqual(await loadWords(language), others);
        assert.deepEqual(embedLanguage(language).words, embed);
        assert.ok(Object.hasOwn(languages, language));
      });

      it('has every word, and none of them empty', () =>
        each((name, word) => {
          for (const form of formsOf(word)) assert.ok(form.trim() !== '' && form.trim() === form, name);
        }));

      it('has the placeholders that the original has', () =>
        each((name, word, original) => {
          const wanted = placeholders(typeof original === 'string' ? original : original.other);
          for (const form of formsOf(word)) {
            const own = placeholders(form);
            // "A single video" needs no number.
            if (typeof word !== 'string' && form === word.one)
              assert.ok(
                own.every((one) => wanted.includes(one)),
                name,
              );
            else assert.deepEqual(own, wanted, name);
          }
        }));

      it('is translated', () =>
        each((name, word, original) => {
          // Texts of placeholders only are the same in every language.
          const isText = typeof word === 'string' && /\p{L}/u.test(word.replaceAll(/\{\w+\}/g, ''));
          if (isText && !SAME.has(word)) assert.notEqual(word, original, name);
        }));

      it('counts seconds and says shares as the browser would', async () => {
        const { seconds, percent } = (await loadWords(language))?.player ?? player;
        // The sign of a share is the digits' own in Arabic, and the words have one for all of them.
        const others = { ar: [0, 10, 25], he: [0, 1, 3, 10, 25] }[language] ?? [
          0, 1, 2, 3, 5, 10, 21, 25, 100, 1.5,
        ];
        const unit = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' });
        for (const count of others) assert.equal(pluralize(seconds, count, language), unit.format(count));
        const share = new Intl.NumberFormat(language, { style: 'percent' });
        for (const part of [0, 0.05, 0.333, 0.55, 1])
          assert.equal(formatPercent(part, { percent }, language), share.format(part));
      });

      it('has a form for each number that its rules distinguish, and no other', () =>
        each((name, word, original) => {
          assert.equal(typeof word, typeof original, name);
          if (typeof word === 'string') return;
          const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
          assert.deepEqual(Object.keys(word).sort(), [...wanted].sort(), name);
        }));
    });
  }
});

describe('formatCount', () => {
  const tags = [
    ...LANGUAGES,
    'en',
    'ar-EG',
    'fa',
    'bn',
    'mr',
    'ne',
    'my',
    'cs',
    'de-CH',
    'en-IN',
    'hi-Latn',
    'hi-u-nu-deva',
  ];
  for (const tag of tags) {
    it(`writes ${tag} as the browser does`, () => {
      const own = new Intl.NumberFormat(tag);
      for (const count of [0, 1, 10, 99, 999, 1_000, 12_345, 2.5, -3])
        assert.equal(formatCount(count, tag), own.format(count));
    });
  }
});

describe('pluralize', () => {
  it("takes the form of the language's own rules, and fills in the number", () => {
    const forms = {
      one: '{count} film',
      few: '{count} filmy',
      many: '{count} filmów',
      other: '{count} filmu',
    };
    const say = (count: number) => pluralize(forms, count, 'pl');
    assert.deepEqual([1, 3, 5, 22, 1.5].map(say), ['1 film', '3 filmy', '5 filmów', '22 filmy', '1,5 filmu']);
  });

  it('takes the last form where the others are missing', () => {
    assert.equal(pluralize({ other: '{count} videos' }, 1, 'en'), '1 videos');
  });
});
