import fc from 'fast-check';

/** A language of strangers: `check` tries so many of its words from a seed, and throws the shortest that is misread. */
export interface StrangerGrammar {
  name: string;
  check: (seed: number, runs: number) => Promise<void>;
}

/** A grammar whose words are tried by one property; of large ones, only a share of the runs. */
export const grammar = <Words>(
  name: string,
  property: fc.IRawProperty<Words, false>,
  share = 1,
): StrangerGrammar => ({
  name,
  check: (seed, runs) =>
    new Promise((resolve) => {
      fc.assert(property, { seed, numRuns: Math.ceil(runs * share) });
      resolve();
    }),
});

/** A document and its meaning. */
export interface Meant<Meaning> {
  text: string;
  meaning: Meaning;
}

/** Good documents with some of their characters taken out, doubled or replaced by one of `tokens`. */
export function spoiltText(good: fc.Arbitrary<string>, tokens: readonly string[]): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(10_000),
    length: fc.nat(40),
    times: fc.constantFrom(0, 0, 1, 2, 5),
    token: fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 })),
  });
  return fc.tuple(good, fc.array(change, { minLength: 1, maxLength: 6 })).map(([text, changes]) =>
    changes.reduce((word, { at, length, times, token }) => {
      const from = at % (word.length + 1);
      const piece = word.slice(from, from + length);
      return word.slice(0, from) + piece.repeat(times) + token + word.slice(from + length);
    }, text),
  );
}

/** Of the runs: documents of many characters take as much longer. */
export const PUMPED_SHARE = 0.05;

/** Documents in which a piece is repeated up to `size` characters: anything quadratic in a reader takes seconds. */
export function pumpedText(
  text: fc.Arbitrary<string>,
  size: number,
): fc.Arbitrary<{ pumped: string; piece: string }> {
  return fc
    .record({ text, at: fc.nat(10_000), length: fc.integer({ min: 1, max: 60 }) })
    .map(({ text: word, at, length }) => {
      const from = at % Math.max(1, word.length);
      const piece = word.slice(from, from + length) || 'x';
      const end = word.slice(from + length);
      return { piece, pumped: word.slice(0, from) + piece.repeat(Math.ceil(size / piece.length)) + end };
    });
}

/** One of the line ends that files have. */
export const lineEnd = fc.constantFrom('\n', '\r\n');

/** Lists of up to so many, mostly short. */
export const few = <One>(one: fc.Arbitrary<One>, maxLength: number): fc.Arbitrary<One[]> =>
  fc.array(one, { maxLength });
