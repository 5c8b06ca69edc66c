/**
 * Words of the code's old dialect, with the plain ones. A phrase comes into this list when comments, test titles and
 * documents have none of it left.
 */
const phrases = [
  [/\banew\b/i, 'again, or: starts over'],
  [/\bwhoever\b/i, 'the caller, the listener, the viewer'],
  [/\bsomebody\b/i, 'the viewer, the visitor, the page; or the passive'],
  [/\bnobody\b/i, 'no viewer, no listener; or "without …", "until …"'],
  [/\bin vain\b/i, 'failed, timed out'],
  [/\bof (its|their) own accord\b/i, 'automatically, by default'],
  [/\b(hears?|heard) of\b/i, 'sees, receives, gets'],
  [/\b(go|goes|going|gone|went) on\b/i, 'continues, resumes, keeps playing'],
  [/\bthose (that|which|who)\b/i, 'name them: requests that, files of; or "the … ones"'],
  [/\bstands? (for|where|in for)\b/i, 'means, identifies, replaces'],
  [/\b(call|calls|called|calling) off\b/i, 'cancels, aborts'],
  [/\b(to|may) be had\b/i, 'available'],
  [/\bmend(s|ed|ing)?\b/i, 'fixes, converts, recovers from'],
  [
    /\b(tells|told|telling|tell of)\b/i,
    'reports, notifies, shows, returns; for "tells apart": distinguishes',
  ],
  [/\bwhat (is|was|are|were)\b/i, 'name the thing'],
  [/\bby (itself|themselves)\b/i, 'automatically, natively, alone; often nothing'],
];

/** Names of the same dialect, with the field's words. */
const names = [
  [
    /(?<![\w-])[#_]?(?:is)?[tT](?:ell|old|ells|elling)(?:[A-Z]\w*)?(?![\w-])/,
    'report, log, emit, announce; for an answer: its name',
  ],
  [/(?<![\w-])\w*World(?![\w-])/, '…Environment'],
];

const prose = /^(README\.md|CONTRIBUTING\.md|(src|test|demo|scripts|packages|docs)\/)/;
const elsewhere = /^(docs\/decisions|src\/locales)\//;
/** The columns of a database keep their names; this list names what it refuses. */
const kept = /^(test\/package|scripts\/checks\/code)\/|\/migrations\.ts$/;
const comment = /^\s*(?:\/?\*|\/\/)(.*)|(?:^|\s)\/[/*]\*? (.*)/;
const title = /^\s*(?:it|describe)\((['"`])((?:\\.|(?!\1).)*)/;
/** Code and values that a sentence names are no words of it. */
const quoted = /`[^`]*`|'\w+'|"[^"]*"/g;

/** The code of a line, without comments, texts and patterns. */
const codeOf = (line) =>
  comment.test(line) && !/^\s*[^\s/*].*\s\/[/*]/.test(line)
    ? ''
    : line
        .replace(/(?:^|\s)\/\/ .*/, '')
        .replace(quoted, '')
        .replace(/'(?:\\.|[^'\\])*'|\/(?:\\.|[^/\\\s])+\/[a-z]*/g, '');

/** What a line says to its reader; nothing for code. */
function wordsOf(file, line) {
  if (file.endsWith('.md')) return line.replace(quoted, '');
  const found = title.exec(line)?.[2];
  if (found !== undefined) return found;
  const [, whole, behind] = comment.exec(line) ?? [];
  return (whole ?? behind ?? '').replace(quoted, '');
}

/** 11: comments, test titles and documents are in plain technical English. */
export const words = {
  name: 'comments, test titles and documents use plain words',
  find(project) {
    return Object.entries(project)
      .filter(([file]) => prose.test(file) && !elsewhere.test(file) && /\.(ts|mjs|js|md)$/.test(file))
      .flatMap(([file, text]) =>
        text.split('\n').flatMap((line, index) => {
          const said = wordsOf(file, line);
          const code = /\.(ts|mjs|js)$/.test(file) && !kept.test(file) ? codeOf(line) : '';
          return [...phrases.map((one) => [said, ...one]), ...names.map((one) => [code, ...one])]
            .map(([text, phrase, plain]) => ({ odd: phrase.exec(text)?.[0], plain }))
            .filter(({ odd }) => odd)
            .map(({ odd, plain }) => `${file}:${index + 1} says "${odd}": ${plain}`);
        }),
      );
  },
};
