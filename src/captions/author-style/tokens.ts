/** A piece of a style sheet. Words and names come without their escapes, texts without their quotes. */
export interface Token {
  readonly type: 'word' | 'hash' | 'text' | 'number' | 'space' | 'sign' | 'odd';
  readonly value: string;
}

/** A letter, or any sign beyond ASCII, or an escape: what names are made of. */
const START = String.raw`(?:[A-Za-z_\u0080-\uffff]|\\[\da-f]{1,6}[ \t\n]?|\\[^\da-f\n])`;
const PART = String.raw`(?:[\w\u0080-\uffff-]|\\[\da-f]{1,6}[ \t\n]?|\\[^\da-f\n])`;
const WORD = new RegExp(`(?:--|-?${START})${PART}*`, 'iy');
const HASH = new RegExp(`#(${PART}+)`, 'iy');
const NUMBER = /[+-]?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:%|[a-z]{1,8})?/iy;
const SPACE = /[ \t\n]+/y;
const TEXT = /"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'/y;
const ESCAPE = /\\(?:([\da-f]{1,6})[ \t\n]?|([^]))/gi;

/**
 * Cuts a text in CSS into pieces, in one way from its beginning to its end. A quote that does not end is the end of what can be
 * read, as a comment is.
 */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < source.length;) {
    if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      at = end < 0 ? source.length : end + 2;
      continue;
    }
    const here = at;
    const take = (pattern: RegExp, type: Token['type']): boolean => {
      pattern.lastIndex = here;
      const [whole, one, other] = pattern.exec(source) ?? [];
      if (whole === undefined) return false;
      at += whole.length;
      const value = one ?? other ?? (type === 'text' ? '' : whole);
      tokens.push({ type, value: type === 'number' ? value : withoutEscapes(value) });
      return true;
    };
    const isTaken =
      take(SPACE, 'space') ||
      take(NUMBER, 'number') ||
      take(WORD, 'word') ||
      take(HASH, 'hash') ||
      take(TEXT, 'text');
    if (isTaken) continue;
    const sign = source.charAt(at++);
    if (sign === '"' || sign === "'") {
      tokens.push({ type: 'odd', value: sign });
      break;
    }
    tokens.push({ type: /[\\#]/.test(sign) ? 'odd' : 'sign', value: sign });
  }
  return tokens;
}

function withoutEscapes(value: string): string {
  return value.replace(ESCAPE, (_, digits: string | undefined, sign: string | undefined) => {
    if (digits === undefined) return sign === '\n' ? '' : (sign ?? '');
    const code = parseInt(digits, 16);
    const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return isNone ? '\ufffd' : String.fromCodePoint(code);
  });
}
