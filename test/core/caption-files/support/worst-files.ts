/** Files of a size that are made to be read again and again, each by its name. */
export function worstFiles(size: number): Record<string, string> {
  return Object.fromEntries(Object.entries(makersOf(size)).map(([name, make]) => [name, make()]));
}

/** One of them. */
export function worstFile(name: string, size: number): string {
  return makersOf(size)[name]?.() ?? '';
}

function makersOf(size: number): Record<string, () => string> {
  const fill = (unit: string, before = '', after = '') =>
    before +
    unit.repeat(Math.max(1, Math.floor((size - before.length - after.length) / unit.length))) +
    after;
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n';
  const p = '<tt><body><p begin="0s" end="9s">';
  return {
    'cues': () => fill('1\n00:00:01,000 --> 00:00:02,000\nWords and more of them\n\n'),
    'open tags of SubRip': () => fill('<font color="', srt),
    'braces': () => fill('{\\', srt),
    'spaces': () => fill(' ', srt, '-->'),
    'arrows': () => fill('-->', srt),
    'one word in a tag': () => fill('a', '<tt ', '>'),
    'words in a tag': () => fill('a =', '<tt ', '>'),
    'many tags of words': () => fill(`<p ${'ab'.repeat(400)} ${'c = '.repeat(300)}>`, '<tt>'),
    'open elements': () => fill('<p>', '<tt><body>'),
    'open comments': () => fill('<!--', p),
    'open types': () => fill('<!a>', p),
    'types with brackets': () => fill('<!a[>', p),
    'quotes': () => fill(`<a b="'>`, p),
    'entities': () => fill('&#x41;&amp;&', p),
    'spans with times': () => fill('<span begin="1s" end="2s">a</span>', p, '</p></body></tt>'),
    'spaces in a paragraph': () => fill(' \n', p, '</p></body></tt>'),
    'styles in a chain': () =>
      `<tt><head><styling>${[...Array(Math.floor(size / 60)).keys()]
        .map((at) => `<style id="s${at}" style="s${at - 1} s${at + 1}" color="red"/>`)
        .join('')}</styling></head><body><p style="s9" begin="0s" end="1s">a</p></body></tt>`,
    'deep divisions': () => fill('<div begin="1s">', '<tt><body>'),
    'empty lines': () => fill('\n', '1\n00:00:01,000 --> 00:00:02,000\n'),
    'returns': () => fill('\r', '1\n00:00:01,000 --> 00:00:02,000\n'),
    'one long line': () => fill('a', srt),
    'spans with the same time': () => fill('<span end="1s">a</span>', p, '</p></body></tt>'),
    'a tree of styles': () =>
      `<tt><head><styling>${[...Array(Math.floor(size / 90)).keys()]
        .map(
          (at) =>
            `<style id="s${at}" style="${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `s${at * 8 + n}`).join(' ')}" color="red"/>`,
        )
        .join('')
        .slice(0, size)}</styling></head><body><p style="s0" begin="0s" end="1s">a</p></body></tt>`,
    'styles of a region': () =>
      fill(
        '<style style="a" color="red"/>',
        '<tt><head><layout><region id="r">',
        '</region></layout></head><body><p region="r" begin="0s" end="1s">a</p></body></tt>',
      ),
    'deep spans': () => fill(`${'<span>'.repeat(50)}a${'</span>'.repeat(50)}`, p, '</p></body></tt>'),
    'quotes in turn': () => fill(`"'`, '<tt ', '>'),
    'rules of style': () => fill('::cue(b, i.a), ::cue(v[voice="Ann"]) { color: red; opacity: .5 }\n'),
    'blocks of style': () => fill('::cue(#\\31) { color: "\\"; }\n\nSTYLE\n'),
    'sequences': () => fill('<p dur="1s">a</p>', '<tt><body><div timeContainer="seq">', '</div></body></tt>'),
  };
}
