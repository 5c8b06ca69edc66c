const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const WORDS = {
  script:
    'abstract|as|async|await|break|case|catch|class|const|continue|declare|default|delete|do|else|export|extends|false|finally|for|from|function|if|import|in|instanceof|interface|let|new|null|of|return|satisfies|static|super|switch|this|throw|true|try|type|typeof|undefined|var|void|while|yield',
  php: 'array|as|class|echo|else|false|fn|foreach|function|if|namespace|new|null|private|public|require|require_once|return|static|true|use|while',
  python:
    'and|as|class|def|elif|else|except|False|for|from|if|import|in|is|lambda|None|not|or|pass|raise|return|self|True|try|while|with|yield',
};

/** The kinds of pieces of a language, in the order in which they are tried; what fits none is plain. */
const rules = (kinds) =>
  new RegExp(kinds.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'), 'gmu');

const keyword = (words) => ['keyword', String.raw`(?<![\w.$-])(?:${words})(?![\w-])`];
const number = ['number', String.raw`(?<![\w#-])\d[\d_]*(?:\.\d+)?\b`];
const script = rules([
  ['comment', String.raw`\/\*[^]*?\*\/|(?<!:)\/\/.*$`],
  ['string', `${STRING}|${'`'}(?:\\\\.|[^${'`'}\\\\])*${'`'}`],
  keyword(WORDS.script),
  number,
]);
const markup = rules([
  ['comment', '<!--[^]*?-->|\\{#[^]*?#\\}'],
  ['place', String.raw`\{\{[^]*?\}\}|\{%[^]*?%\}`],
  ['string', String.raw`(?<==)(?:"[^"]*"|'[^']*')`],
  ['tag', String.raw`<\/?[\w-]+|\/?>`],
  ['name', String.raw`(?<=\s)[:@\w.-]+(?==)`],
]);
const css = rules([
  ['comment', String.raw`\/\*[^]*?\*\/`],
  ['string', STRING],
  ['name', String.raw`[\w-]+(?=:\s)`],
  ['keyword', String.raw`@[\w-]+`],
  ['number', String.raw`(?<![\w-])#[\da-f]{3,8}\b|(?<![\w#-])\d[\d.]*(?:%|[a-z]+)?`],
]);
const shell = rules([
  ['comment', String.raw`(?<=^|\s)#.*$`],
  ['string', STRING],
  ['keyword', String.raw`^(?:cd|curl|docker|export|git|node|npm|npx|php|pip|python3?|VH_\w+)\b`],
]);
const json = rules([
  ['name', String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`],
  ['string', STRING],
  keyword('true|false|null'),
  number,
]);
const php = rules([
  ['comment', String.raw`\/\*[^]*?\*\/|(?<!:)\/\/.*$`],
  ['string', STRING],
  ['name', String.raw`\$\w+`],
  keyword(WORDS.php),
  number,
]);
const python = rules([
  ['comment', '#.*$'],
  ['string', `"""[^]*?"""|${STRING}`],
  keyword(WORDS.python),
  number,
]);

const LANGUAGES = {
  ...{ js: script, ts: script, jsx: script, tsx: script, css, sh: shell, json, php, python },
  ...{ html: markup, vue: markup, svelte: markup, astro: markup, twig: markup, liquid: markup },
};

/** The languages that have colours. */
export const coloured = Object.keys(LANGUAGES);

/** A piece of code as HTML: text stays text, and what has a colour is in a `<span>` with a class for its kind. */
export function highlight(code, language) {
  const pattern = LANGUAGES[language];
  if (!pattern) return escape(code);
  let html = '';
  let at = 0;
  for (const { index, 0: piece, groups } of code.matchAll(pattern)) {
    const [kind] = Object.entries(groups).find(([, text]) => text !== undefined);
    html += `${escape(code.slice(at, index))}<span class="${kind}">${escape(piece)}</span>`;
    at = index + piece.length;
  }
  return html + escape(code.slice(at));
}
