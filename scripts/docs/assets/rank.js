// Which sections answer a search, and which part of them is shown.

const EXCERPT_LENGTH = 120;

const fold = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The same words with one space between them: `max-size` is "max size". */
const flatten = (text) =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words that a reader looks for. */
export const wordsOf = (asked) => fold(asked).split(/\s+/).filter(Boolean);

/** A section as the search needs it. */
export const prepare = (section) => ({
  ...section,
  head: fold(`${section.page} ${section.title}`),
  body: fold(section.text),
  flat: flatten(`${section.title} ${section.text}`),
});

/**
 * How well a section answers; 0 when a word is missing. A word of a heading counts most, then words that stand side by side,
 * then how often they come in a text of that length.
 */
export function scoreOf({ head, body, flat }, words) {
  let score = 0;
  for (const word of words) {
    const inHead = head.includes(word);
    const times = body.split(word).length - 1;
    if (!inHead && times === 0) return 0;
    score += inHead ? 10 : 1;
    if (body.startsWith(word)) score += 1;
    score += Math.min(3, (200 * times) / (body.length + 200));
  }
  const phrase = flatten(words.join(' '));
  return words.length > 1 && phrase.includes(' ') && flat.includes(phrase) ? score + 5 : score;
}

/** The part of a text in which the first of the words comes. */
export function excerptOf(text, words) {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const at = places.length > 0 ? Math.min(...places) : 0;
  if (at < EXCERPT_LENGTH / 2) return text.slice(0, EXCERPT_LENGTH);
  const space = text.indexOf(' ', at - EXCERPT_LENGTH / 3);
  const start = space < 0 || space > at ? at : space + 1;
  return `… ${text.slice(start, start + EXCERPT_LENGTH)}`;
}
