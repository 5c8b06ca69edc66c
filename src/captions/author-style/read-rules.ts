import { readWebVtt } from '../../core/caption-files/webvtt/read-webvtt.ts';
import { finish } from '../../core/async/slices.ts';
import type { CueRule } from './author-style.ts';
import { readDeclarations } from './declarations.ts';
import { isSign, readSelectors } from './selectors.ts';
import { tokensOf, type Token } from './tokens.ts';

/** Selectors with what they say: more would be compared with each element of each cue. */
const MAX_RULES = 100;
/** Characters of all blocks. */
const MAX_SOURCE = 50_000;

/** The author's styles of a file, or of its beginning up to the first cue. */
export function readFileRules(text: string): CueRule[] {
  return readRules(finish(readWebVtt(text))?.styles ?? []);
}

/**
 * Reads the `STYLE` blocks of a file: the part of CSS that says how cues look. Each value is parsed by a grammar and serialized again, so
 * that no text of the file reaches a style sheet. Rules with an `@`, and those for anything but cues, are left out.
 */
export function readRules(styles: readonly string[]): CueRule[] {
  const rules: CueRule[] = [];
  let left = MAX_SOURCE;
  for (const style of styles) {
    const source = style.slice(0, left);
    left -= source.length;
    for (const { prelude, body } of blocksOf(tokensOf(source))) {
      const selectors = readSelectors(prelude) ?? [];
      const declarations = selectors.length > 0 ? readDeclarations(body) : [];
      if (declarations.length === 0) continue;
      rules.push(...selectors.map((selector) => ({ selector, declarations })));
      if (rules.length >= MAX_RULES) return rules.slice(0, MAX_RULES);
    }
  }
  return rules;
}

interface Block {
  readonly prelude: readonly Token[];
  readonly body: readonly Token[];
}

/** What stands before each pair of braces, and between them. The end of the text closes open rules. */
function* blocksOf(tokens: readonly Token[]): Generator<Block> {
  let [begin, open, depth, isOdd] = [0, -1, 0, false];
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at];
    if (isSign(token, '{')) {
      // Nested rules are none of ours.
      if (depth++ === 0) open = at;
      else isOdd = true;
    } else if (isSign(token, '}') || !token) {
      if (depth > 0 && token && --depth > 0) continue;
      const prelude = open < 0 ? [] : tokens.slice(begin, open);
      if (open >= 0 && !isOdd) yield { prelude, body: tokens.slice(open + 1, at) };
      [begin, open, depth, isOdd] = [at + 1, -1, 0, false];
    } else if (depth === 0 && isSign(token, ';') && isAtRule(tokens, begin)) begin = at + 1;
  }
}

function isAtRule(tokens: readonly Token[], begin: number): boolean {
  let at = begin;
  while (tokens[at]?.type === 'space') at++;
  return isSign(tokens[at], '@');
}
