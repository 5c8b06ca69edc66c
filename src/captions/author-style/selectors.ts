import type { CueElement } from '../text/cue-text.ts';
import type { Token } from './tokens.ts';

/** What a rule is about: the cue as a whole, or elements in it. All that is said must be true of one. */
export interface CueSelector {
  /** True for `::cue` without anything more: each cue. */
  readonly isCue: boolean;
  readonly tag?: CueElement['tag'] | undefined;
  readonly id?: string | undefined;
  readonly classes: readonly string[];
  /** Of a voice or of a language. */
  readonly said: readonly { readonly name: 'voice' | 'lang'; readonly value: string }[];
  /** As CSS counts: the higher one is stronger. */
  readonly weight: number;
}

const TAGS: ReadonlySet<string> = new Set<CueElement['tag']>([
  ...(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt'] as const),
]);
/** Conditions of one selector: authors write one or two. */
const MAX_CONDITIONS = 8;

/** Reads `::cue`, `::cue(…)` and lists of them. One that is not understood takes the whole list with it, as in CSS. */
export function readSelectors(tokens: readonly Token[]): CueSelector[] | undefined {
  const found: CueSelector[] = [];
  for (const part of splitAt(tokens, ',')) {
    const [first, second, cue, open, ...inside] = trim(part);
    if (!isSign(first, ':') || !isSign(second, ':') || cue?.value.toLowerCase() !== 'cue') return undefined;
    if (!open) {
      found.push({ isCue: true, classes: [], said: [], weight: 0 });
      continue;
    }
    if (!isSign(open, '(') || !isSign(inside.pop(), ')')) return undefined;
    for (const one of splitAt(inside, ',')) {
      const selector = readCompound(trim(one));
      if (!selector) return undefined;
      found.push(selector);
    }
  }
  return found;
}

function readCompound(tokens: readonly Token[]): CueSelector | undefined {
  const classes: string[] = [];
  const said: { name: 'voice' | 'lang'; value: string }[] = [];
  let [tag, id]: [CueElement['tag'] | undefined, string | undefined] = [undefined, undefined];
  let at = 0;
  const [first] = tokens;
  if (first?.type === 'word') {
    const name = first.value.toLowerCase();
    if (!TAGS.has(name)) return undefined;
    tag = name as CueElement['tag'];
    at = 1;
  } else if (isSign(first, '*')) at = 1;
  while (at < tokens.length) {
    const [one, two] = [tokens[at], tokens[at + 1]];
    if (one?.type === 'hash' && id === undefined) {
      id = one.value;
      at++;
    } else if (isSign(one, '.') && two?.type === 'word') {
      classes.push(two.value);
      at += 2;
    } else if (isSign(one, '[')) {
      const end = tokens.findIndex((token, place) => place > at && isSign(token, ']'));
      const attribute = end < 0 ? undefined : readAttribute(tokens.slice(at + 1, end));
      if (!attribute) return undefined;
      said.push(attribute);
      at = end + 1;
    } else return undefined;
    if (classes.length + said.length > MAX_CONDITIONS) return undefined;
  }
  if (tokens.length === 0) return undefined;
  const weight =
    (id === undefined ? 0 : 10_000) + (classes.length + said.length) * 100 + (tag === undefined ? 0 : 1);
  return { isCue: false, tag, id, classes, said, weight };
}

/** `voice="Ann"`, `lang=en` */
function readAttribute(tokens: readonly Token[]): { name: 'voice' | 'lang'; value: string } | undefined {
  const [name, equals, value, ...rest] = tokens.filter(({ type }) => type !== 'space');
  const known = name?.type === 'word' ? name.value.toLowerCase() : '';
  if ((known !== 'voice' && known !== 'lang') || !isSign(equals, '=') || rest.length > 0) return undefined;
  return value?.type === 'text' || value?.type === 'word' ? { name: known, value: value.value } : undefined;
}

/** The parts between some sign, as far as it stands in no brackets. */
export function splitAt(tokens: readonly Token[], sign: string): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isSign(token, '(')) depth++;
    if (isSign(token, ')')) depth--;
    if (depth === 0 && isSign(token, sign)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Without the spaces around. */
export function trim(tokens: readonly Token[]): readonly Token[] {
  const begin = tokens.findIndex(({ type }) => type !== 'space');
  const end = tokens.findLastIndex(({ type }) => type !== 'space');
  return begin < 0 ? [] : tokens.slice(begin, end + 1);
}

export function isSign(token: Token | undefined, sign: string): boolean {
  return token?.type === 'sign' && token.value === sign;
}
