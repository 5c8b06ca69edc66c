import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseCueText, plainText, voicesOf } from '../../../src/captions/text/cue-text.ts';

const element = (tag: string, parts: unknown[], more: object = {}) => ({
  ...{ tag, classes: [], annotation: '', parts },
  ...more,
});

describe('the text of a cue', () => {
  it('has elements, classes, voices and languages', () => {
    assert.deepEqual(
      parseCueText('<v.loud Ann  Lee>No <i>way</i></v><c.yellow.bg_blue>!</c><lang en-GB>hi</lang>'),
      [
        element('v', ['No ', element('i', ['way'])], { classes: ['loud'], annotation: 'Ann Lee' }),
        element('c', ['!'], { classes: ['yellow', 'bg_blue'] }),
        element('lang', ['hi'], { annotation: 'en-GB' }),
      ],
    );
  });

  it('has ruby, whose reading ends with it', () => {
    const parts = parseCueText('<ruby>漢<rt>kan</rt>字<rt>ji</ruby>!<rt>no</rt>');
    assert.deepEqual(parts, [
      element('ruby', ['漢', element('rt', ['kan']), '字', element('rt', ['ji'])]),
      '!',
      'no',
    ]);
    assert.equal(plainText(parts), '漢字!no');
  });

  it('has stamps of karaoke', () => {
    assert.deepEqual(parseCueText('Never <00:01.500>gonna <01:02:03.004>give <1:2.3>you'), [
      ...['Never ', { seconds: 1.5 }, 'gonna ', { seconds: 3723.004 }, 'give ', 'you'],
    ]);
  });

  it('decodes characters once, and never into markup', () => {
    assert.deepEqual(parseCueText('&lt;b&gt; &amp;lt; &#39;&#x1F600; &unknown; &#0;&#xD800; a & b'), [
      "<b> &lt; '😀 &unknown; \ufffd\ufffd a & b",
    ]);
  });

  it('removes invalid markup of a cue', () => {
    assert.equal(
      plainText(parseCueText('<script>a</script><img src=x onerror=b>c</nothing></b><bold>d</bold>')),
      'acd',
    );
    assert.equal(plainText(parseCueText('a <')), 'a ');
    assert.equal(plainText(parseCueText('a <b')), 'a ');
  });

  it('closes only open tags', () => {
    assert.deepEqual(parseCueText('<b><i>x</b>y</i>z'), [element('b', [element('i', ['x', 'y']), 'z'])]);
  });

  it('reads the speaker', () => {
    assert.deepEqual(voicesOf(parseCueText('<v Ann>No.</v> <i><v Bob>Yes.</i>')), ['Ann', 'Bob']);
  });

  it('is read up to its caps, in time that grows with its length', () => {
    const deep = parseCueText('<b>'.repeat(5_000));
    let depth = 0;
    for (let [at] = deep; at !== undefined && typeof at !== 'string' && 'parts' in at; [at] = at.parts)
      depth++;
    assert.equal(depth, 16);
    const count = (parts: readonly unknown[]): number =>
      parts.reduce<number>((sum, part) => {
        const inner = (part as { parts?: readonly unknown[] }).parts;
        return sum + (inner ? 1 + count(inner) : 0);
      }, 0);
    assert.equal(count(parseCueText('<b></b>'.repeat(5_000))), 500);
    assert.equal(plainText(parseCueText('x'.repeat(1e6))).length, 10_000);
  });
});
