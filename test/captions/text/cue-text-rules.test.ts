// The rules of WebVTT's cue text parser, as the public conformance set (web-platform-tests,
// webvtt/parsing/cue-text-parsing) asks for them; the cases are our own. The player draws what this parser reads, in every
// browser. Where the set is older than the standard (characters by name and number), the standard holds.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCueText, type CuePart } from '../../../src/captions/text/cue-text.ts';

/** A tree as one line: `b[x]`, `c.one.two[x]`, `v(Ann)[x]`, `@1.5`, and text in quotes where it has brackets of its own. */
function outline(parts: readonly CuePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('seconds' in part) return `@${part.seconds}@`;
      const classes = part.classes.map((name) => `.${name}`).join('');
      const said = part.annotation === '' ? '' : `(${part.annotation})`;
      return `${part.tag}${classes}${said}[${outline(part.parts)}]`;
    })
    .join('');
}

const rules: Record<string, readonly (readonly [text: string, tree: string])[]> = {
  'tags open and close': [
    ['x', 'x'],
    ['', ''],
    ['<b>x</b>y', 'b[x]y'],
    ['<b>x', 'b[x]'],
    ['<b', 'b[]'],
    ['x<', 'x'],
    ['x<>y', 'xy'],
    ['x</>y', 'xy'],
    ['x</', 'x'],
    ['<i>a<u>b<c>c<b>d', 'i[au[bc[cb[d]]]]'],
    ['<b><i>x</b>y</i>z</b>!', 'b[i[xy]z]!'],
    ['</b>x', 'x'],
    ['<b>x</b>y</b>z', 'b[x]yz'],
    ['<b>x</b', 'b[x]'],
    ['<b>x</b>>y', 'b[x]>y'],
    ['a > b', 'a > b'],
    ['a < b > c', 'a  c'],
    ['<b\nx>y</b>', 'b(x)[y]'],
    ['<b>one\ntwo</b>', 'b[one\ntwo]'],
  ],
  'tags are named exactly': [
    ['<B>x</B>', 'x'],
    ['<bold>x</bold>', 'x'],
    ['<b/>x', 'x'],
    ['< b>x', 'x'],
    ['<b>x</ b>y', 'b[xy]'],
    ['<b>x</b >y', 'b[xy]'],
    ['<b>x</B>y', 'b[xy]'],
    ['<c>x</c.one>y', 'c[xy]'],
    ['<script>x</script>', 'x'],
    ['<!-- x -->y', 'y'],
    ['<br>x', 'x'],
    ['<b<i>x</b>', 'x'],
    ['<constructor>x', 'x'],
  ],
  'classes follow a dot': [
    ['<c.one>x', 'c.one[x]'],
    ['<c.one.two>x', 'c.one.two[x]'],
    ['<c..one...two.>x', 'c.one.two[x]'],
    ['<c.>x', 'c[x]'],
    ['<c.', 'c[]'],
    ['<c.one', 'c.one[]'],
    ['<.one>x', 'x'],
    ['<b.one>x</b>y', 'b.one[x]y'],
    ['<c.one two>x', 'c.one(two)[x]'],
    ['<c.a/b="c">x', 'c.a/b="c"[x]'],
    ['<c.&amp;>x', 'c.&amp;[x]'],
    ['<c.One>x', 'c.One[x]'],
    ['<c\t.one>x', 'c(.one)[x]'],
  ],
  'voices and languages are said behind a space': [
    ['<v Ann>x</v>y', 'v(Ann)[x]y'],
    ['<v>x', 'v[x]'],
    ['<v >x', 'v[x]'],
    ['<v.loud Ann>x', 'v.loud(Ann)[x]'],
    ['<v  Ann \t\n Lee  >x', 'v(Ann Lee)[x]'],
    ['<v Ann.Lee>x', 'v(Ann.Lee)[x]'],
    ['<v Ann &amp; Bob &lt;3>x', 'v(Ann & Bob <3)[x]'],
    ['<v a&gt;b>x', 'v(a>b)[x]'],
    ['<v a&nbsp;b>x', 'v(a\u00a0b)[x]'],
    ['<v &>x', 'v(&)[x]'],
    ['<v <b>x', 'v(<b)[x]'],
    ['<v Ann', 'v(Ann)[]'],
    ['<lang en>x<lang fr>y</lang>z</lang>', 'lang(en)[xlang(fr)[y]z]'],
    ['<lang>x</lang>y', 'lang[x]y'],
  ],
  'readings stand in ruby': [
    ['<ruby>a<rt>b', 'ruby[art[b]]'],
    ['<ruby>a<rt>b</rt>c', 'ruby[art[b]c]'],
    ['<ruby>a<rt>b</rt></ruby>c', 'ruby[art[b]]c'],
    ['<ruby>a<rt>b</ruby>c', 'ruby[art[b]]c'],
    ['<ruby>a<rt><b>b</rt></ruby>c', 'ruby[art[b[bc]]]'],
    ['<ruby>a<rt><b>b</ruby>c', 'ruby[art[b[bc]]]'],
    ['<ruby>a<rt><b>b</rt></ruby></b>c', 'ruby[art[b[b]c]]'],
    ['<ruby>a<rt><b>b</rt></b></ruby>c', 'ruby[art[b[b]]]c'],
    ['<ruby>a<rt><b>b</rt></b>c</ruby>d', 'ruby[art[b[b]c]]d'],
    ['<rt>a</rt>b', 'ab'],
    ['<b><rt>a', 'b[a]'],
    ['<ruby><b><rt>a', 'ruby[b[a]]'],
    ['<ruby>a<rt>b<rt>c', 'ruby[art[bc]]'],
    ['<ruby.one>a<rt.two>b', 'ruby.one[art.two[b]]'],
  ],
  'stamps are times, and nothing else': [
    ['<00:00:00.000>', '@0@'],
    ['<00:01.500>x', '@1.5@x'],
    ['<1:00:00.000>', '@3600@'],
    ['<999:59:59.999>', `@${999 * 3600 + 3599.999}@`],
    ['x<00:01.000', 'x@1@'],
    ['<b><00:01.000>x</b>', 'b[@1@x]'],
    ['<00:60.000>', ''],
    ['<60:00.000>', ''],
    ['<00:60:00.000>', ''],
    ['<0:00.000>', ''],
    ['<00:00>', ''],
    ['<00:00.00>', ''],
    ['<00:00.0000>', ''],
    ['<00:00.000 >', ''],
    ['<00:00.000x>', ''],
    ['<00:00,000>', ''],
    ['<0>', ''],
    ['< 00:00.000>x', 'x'],
    ['<.00:00.000>x', 'x'],
  ],
  'characters by name and number': [
    ['&', '&'],
    ['&amp;', '&'],
    ['&amp', '&'],
    ['&ampx', '&x'],
    ['&AMP;', '&'],
    ['&Amp;', '&Amp;'],
    ['&lt;b&gt;', '<b>'],
    ['&amp;lt;', '&lt;'],
    ['a&lrm;b&rlm;c', 'a\u200eb\u200fc'],
    ['a&lrm b', 'a&lrm b'],
    ['&quot;&apos;', `"'`],
    ['&nbsp;&nbsp', '\u00a0\u00a0'],
    ['&copy;&copy2', '©©2'],
    ['&Eacute;t&eacute; na&iuml;ve', 'Été naïve'],
    ['&hellip;&mdash;&ldquo;&rdquo;&sung;&euro;', '…—“”♪€'],
    ['&notit; &not; &notin', '¬it; ¬ ¬in'],
    ['&&', '&&'],
    ['&;', '&;'],
    ['&1;', '&1;'],
    ['& amp;', '& amp;'],
    ['&unknown;', '&unknown;'],
    ['&constructor; &__proto__; &toString;', '&constructor; &__proto__; &toString;'],
    ['&#32;|&#x20;|&#X20;', ' | | '],
    ['&#39;&#39&#x27', `'''`],
    ['&#;&#x;&#xg;', '&#;&#x;&#xg;'],
    ['&#0;&#xD800;&#x110000;&#9999999999;', '\ufffd'.repeat(4)],
    ['&#128;&#x99;&#x81;', '€™\x81'],
    ['&#x1F600;', '😀'],
    ['&<', '&'],
    ['&<c', '&c[]'],
    ['&am<b>p;', '&amb[p;]'],
  ],
};

describe('the text of a cue, rule by rule', () => {
  for (const [rule, cases] of Object.entries(rules))
    for (const [text, tree] of cases)
      it(`${rule}: ${JSON.stringify(text)}`, () => assert.equal(outline(parseCueText(text)), tree));
});
