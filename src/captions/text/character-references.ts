/** From U+00A0 on, one after the other. HTML knows these without a semicolon, too. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute ' +
  'Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const LEGACY = new Map<string, string>([
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', AMP: '&', LT: '<', GT: '>', QUOT: '"' }),
  ...Object.entries({ COPY: '©', REG: '®' }),
  ...LATIN.split(' ').map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
]);
/** The others that texts have; HTML has two thousand more, for mathematics. */
const OTHERS = new Map(
  Object.entries({
    ...{
      apos: "'",
      lrm: '\u200e',
      rlm: '\u200f',
      zwj: '\u200d',
      zwnj: '\u200c',
      ensp: '\u2002',
      emsp: '\u2003',
    },
    ...{
      thinsp: '\u2009',
      ndash: '–',
      mdash: '—',
      horbar: '―',
      hellip: '…',
      bull: '•',
      middot: '·',
      prime: '′',
    },
    ...{ Prime: '″', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹' },
    ...{ rsaquo: '›', dagger: '†', Dagger: '‡', permil: '‰', euro: '€', trade: '™', OElig: 'Œ', oelig: 'œ' },
    ...{ Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', fnof: 'ƒ', circ: 'ˆ', tilde: '˜', larr: '←', uarr: '↑' },
    ...{ rarr: '→', darr: '↓', harr: '↔', minus: '−', infin: '∞', ne: '≠', le: '≤', ge: '≥', asymp: '≈' },
    ...{ sung: '♪', flat: '♭', natural: '♮', sharp: '♯', hearts: '♥', star: '☆', starf: '★', check: '✓' },
  }),
);
/** HTML's replacements for U+0080 to U+009F, since many pages meant Windows' characters. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const REFERENCE = /&(?:#(\d{1,16});?|#[xX]([\da-fA-F]{1,16});?|([A-Za-z][A-Za-z\d]{1,31})(;?))/g;

/** Decodes `&amp;`, `&#39;` and the like, as HTML does. What it does not know stays as it is. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, ...groups) => {
    const [decimal, hex, name = '', end = ''] = groups as (string | undefined)[];
    if (decimal !== undefined || hex !== undefined) return character(Number(decimal ?? `0x${String(hex)}`));
    const known = LEGACY.get(name) ?? (end ? OTHERS.get(name) : undefined);
    if (known !== undefined) return known;
    // `&notit;` begins with `&not`.
    for (let length = name.length - 1; length > 1; length--) {
      const start = LEGACY.get(name.slice(0, length));
      if (start !== undefined) return start + name.slice(length) + end;
    }
    return whole;
  });
}

function character(point: number): string {
  if (point >= 0x80 && point <= 0x9f) return WINDOWS[point - 0x80] ?? '';
  const isCharacter = point > 0 && point <= 0x10_ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : '\ufffd';
}
