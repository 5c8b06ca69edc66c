// Which sections answer a search, in which order, and which part of them is shown.
import { LONGEST, synonymsOf } from './synonyms.ts';

/** A part of a document, from one heading to the next. */
export interface Section {
  /** Where it is: the page's file, and after a hash the heading. */
  address: string;
  /** The title of its page. */
  page: string;
  title: string;
  text: string;
}

/** A section as the search needs it. */
export type Prepared<One extends Section = Section> = One & {
  weight: number;
  heading: string;
  above: string;
  body: string;
};

interface Term {
  own: readonly string[];
  other: readonly string[];
}

const EXCERPT_LENGTH = 120;

/** Words of a question that say nothing of what it is about. */
const FILLERS = new Set(
  'a an and are be by can could do does for from get have how i in into is it make me my need of on or set should that the this to use using want was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Who asks how to do something reads a guide; then come the names, then what the project is made of. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^decisions\//, 0.1],
  [
    /^(?:changelog|architecture|contributing|effects|measured|texts|dependencies|glossary|player-look)\./i,
    0.3,
  ],
  [/^(?:reference[./]|(?:backend-contract|versions|performance|reliability)\.)/, 0.6],
  [/^(?:errors|migration)\./, 0.9],
];

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The words with one space between them: `max-size` and `maxSize` are "max size". */
const flatten = (text: string) =>
  fold(text.replaceAll(/(?<!\p{L})\p{Ll}+\p{Lu}\p{L}*/gu, (name) => name.replaceAll(/\p{Lu}/gu, ' $&')))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a word begins with, whatever its ending: "resume" finds "resuming". */
const stemOf = (words: string) => (words.length < 5 ? words : words.replace(/(?:ing|ies|ed|es|s|e|y)$/, ''));

/** One thing that is looked for: by the reader's own words, or by what the documents call it. */
const termOf = (words: string): Term => ({
  own: [stemOf(words)],
  other: synonymsOf(words).map(stemOf),
});

/** What a reader looks for, the longest phrases first. */
export function termsOf(asked: string): Term[] {
  const words = flatten(asked).split(' ').filter(Boolean);
  const isTelling = words.some((word) => !FILLERS.has(word));
  const terms: Term[] = [];
  for (let at = 0; at < words.length;) {
    const phrase = longestPhraseOf(words.slice(at));
    if (!isTelling || !FILLERS.has(phrase)) terms.push(termOf(phrase));
    at += phrase.split(' ').length;
  }
  return terms;
}

/** The first of the words, with those after it that the documents have another name for. */
function longestPhraseOf(words: readonly string[]): string {
  for (let length = LONGEST; length > 1; length--) {
    const phrase = words.slice(0, length).join(' ');
    if (synonymsOf(phrase).length > 0) return phrase;
  }
  return words[0] ?? '';
}

/** Prepares a section. */
export function prepare<One extends Section>(section: One): Prepared<One> {
  const weight = WEIGHTS.find(([address]) => address.test(section.address))?.[1] ?? 1;
  return {
    ...section,
    weight,
    // A space before each word: what begins there is a word, and not the middle of one.
    heading: ` ${flatten(section.title)}`,
    above: ` ${flatten(section.page)}`,
    body: ` ${flatten(section.text)}`,
  };
}

const timesIn = (text: string, words: string) => text.split(` ${words}`).length - 1;

/** How well a section has some words; 0 without them. A heading counts most, then the page's title, then how often they come in a text of that length. */
function matchOf({ heading, above, body }: Prepared, words: string): number {
  const times = timesIn(body, words);
  const inHeading = timesIn(heading, words) > 0;
  const isAbove = !inHeading && timesIn(above, words) > 0;
  if (!inHeading && !isAbove && times === 0) return 0;
  // A heading that says nothing else says it best.
  const part = words.length / heading.length;
  const early = body.startsWith(` ${words}`) ? 1 : 0;
  return (
    (inHeading ? 10 + 5 * part : isAbove ? 4 : 0) + early + Math.min(4, (300 * times) / (body.length + 300))
  );
}

/** How well a section answers; 0 when one of the things is missing. */
export function scoreOf(section: Prepared, terms: readonly Term[]): number {
  let score = 0;
  for (const { own, other } of terms) {
    const found = Math.max(
      ...own.map((words) => matchOf(section, words)),
      ...other.map((words, at) => matchOf(section, words) * 0.95 ** at),
    );
    if (found === 0) return 0;
    score += found;
  }
  const phrase = terms.map(({ own: [word = ''] }) => word).join(' ');
  const isTogether = terms.length > 1 && timesIn(section.heading + section.body, phrase) > 0;
  return (isTogether ? score + 5 : score) * section.weight;
}

/** The sections that answer, best first. */
export function search<One extends Section>(
  sections: readonly Prepared<One>[],
  asked: string,
): Prepared<One>[] {
  const terms = termsOf(asked);
  if (terms.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ section }) => section);
}

/** The part of a text in which the first of the words comes. */
export function excerptOf(text: string, asked: string): string {
  const folded = fold(text);
  const places = termsOf(asked)
    .flatMap(({ own, other }) => [...own, ...other])
    .map((words) => folded.search(new RegExp(words.replaceAll(' ', String.raw`[^\p{L}\p{N}]+`), 'u')))
    .filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  if (at < EXCERPT_LENGTH / 2) return text.slice(0, EXCERPT_LENGTH);
  const space = text.indexOf(' ', at - EXCERPT_LENGTH / 3);
  const start = space < 0 || space > at ? at : space + 1;
  return `… ${text.slice(start, start + EXCERPT_LENGTH)}`;
}
