import type { ElementWords } from './element-words.ts';
import { fit } from './fit-text.ts';
import { amendWith } from './page-words.ts';
import type { Plural } from './format/plural.ts';

/**
 * Texts that take the place of the elements' own: by language (`en`, `pt-BR`), element and name. A text about a number may have a
 * form for each number that the language distinguishes, or one for all.
 */
export type PageWords = Readonly<
  Record<
    string,
    {
      readonly [Element in keyof ElementWords]?: {
        readonly [Name in keyof ElementWords[Element]]?:
          string | (ElementWords[Element][Name] extends Plural ? Plural : never);
      };
    }
  >
>;

const own = new Map<string, PageWords[string][]>();

/** Takes the page's texts; those of a later call come before those of an earlier one. */
export function setOwnWords(words: PageWords): void {
  for (const [tag, elements] of Object.entries(words)) {
    const language = tag.toLowerCase();
    own.set(language, [...(own.get(language) ?? []), elements]);
  }
  amendWith(amend);
  import('./check-own-words.ts').then(
    ({ checkOwnWords }) => checkOwnWords(words),
    () => {},
  );
}

function amend<Words extends object>(words: Words, name: keyof ElementWords, locale: string): Words {
  const tag = locale.toLowerCase();
  // The nearest comes last: `pt`, then `pt-br`.
  const layers = tag.split('-').flatMap((_, at, parts) => own.get(parts.slice(0, at + 1).join('-')) ?? []);
  const given = layers.flatMap((layer) => Object.entries(textsOf(layer)[name] ?? {}));
  const fitting = given.flatMap(([key, text]) => {
    const original: unknown = Object.hasOwn(words, key) ? Reflect.get(words, key) : undefined;
    const taken = fit(text, original);
    return taken === undefined ? [] : [[key, taken] as const];
  });
  return fitting.length === 0 ? words : { ...words, ...Object.fromEntries(fitting) };
}

const textsOf = (layer: unknown): Readonly<Record<string, object | null | undefined>> => ({
  ...(layer as object | null),
});
