import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  translateCues,
  translatedText,
  type TranslatedCue,
} from '../../../src/captions/translate/translate-cues.ts';
import { translatedLanguage } from '../../../src/captions/translate/translator.ts';
import { settled } from '../../support/until.ts';

const shout = (words: string) => Promise.resolve(words.toUpperCase());

class Clock extends EventTarget {
  currentTime = 0;

  seek(to: number): void {
    this.currentTime = to;
    this.dispatchEvent(new Event('seeking'));
  }
}

/** A film with a cue in each second, and a translator that answers when the test says so. */
class Desk {
  readonly media = new Clock();
  readonly cues: TranslatedCue[];
  readonly asked: string[] = [];
  readonly added: string[] = [];
  readonly life = new AbortController();
  failures: unknown[] = [];
  isWanted = true;
  #answers: { resolve: (text: string) => void; reject: (cause: unknown) => void; text: string }[] = [];

  constructor(test: TestContext, count: number) {
    test.mock.timers.enable({ apis: ['setInterval'] });
    this.cues = Array.from({ length: count }, (_, at) => ({
      ...{ startTime: at, endTime: at + 1, text: `cue ${String(at)}` },
    }));
  }

  begin(): void {
    translateCues(
      {
        media: this.media,
        translator: {
          translate: (text) => {
            this.asked.push(text);
            return new Promise((resolve, reject) => this.#answers.push({ resolve, reject, text }));
          },
        },
        cues: () => this.cues,
        isWanted: () => this.isWanted,
        add: (cue, text) => this.added.push(`${String(cue.startTime)} ${text}`),
        failed: (cause) => this.failures.push(cause),
      },
      this.life.signal,
    );
  }

  async answer(count: number, cause?: Error): Promise<void> {
    for (let at = 0; at < count; at++) {
      const next = this.#answers.shift();
      if (cause) next?.reject(cause);
      else next?.resolve(next.text.toUpperCase());
      await settled();
    }
  }
}

describe('translateCues', () => {
  it('takes two at a time, in the order in which they come, up to a minute ahead', async (test) => {
    const desk = new Desk(test, 200);
    desk.begin();
    assert.deepEqual(desk.asked, ['cue 0', 'cue 1']);
    await desk.answer(1);
    assert.deepEqual(desk.asked, ['cue 0', 'cue 1', 'cue 2']);
    assert.deepEqual(desk.added, ['0 CUE 0']);
    await desk.answer(200);
    assert.equal(desk.asked.length, 61);
    desk.media.seek(10);
    await desk.answer(200);
    assert.equal(desk.asked.length, 71);
    assert.equal(new Set(desk.asked).size, 71);
  });

  it('begins where the viewer goes, and does nothing again on the way back', async (test) => {
    const desk = new Desk(test, 200);
    desk.begin();
    desk.media.seek(100);
    await desk.answer(3);
    assert.deepEqual(desk.asked.slice(2), ['cue 100', 'cue 101', 'cue 102']);
    desk.media.seek(0);
    await desk.answer(2);
    assert.deepEqual(desk.asked.slice(5), ['cue 2', 'cue 3']);
  });

  it('translates cues that come later, and pauses without readers', async (test) => {
    const desk = new Desk(test, 0);
    desk.begin();
    desk.cues.push({ startTime: 3, endTime: 4, text: 'late' });
    test.mock.timers.tick(500);
    assert.deepEqual(desk.asked, ['late']);
    desk.isWanted = false;
    desk.cues.push({ startTime: 4, endTime: 5, text: 'later' });
    test.mock.timers.tick(5_000);
    await desk.answer(1);
    assert.deepEqual(desk.asked, ['late']);
    desk.isWanted = true;
    test.mock.timers.tick(500);
    assert.deepEqual(desk.asked, ['late', 'later']);
  });

  it('skips a failed cue, reports two failures in a row, and adds nothing after its end', async (test) => {
    const desk = new Desk(test, 10);
    desk.begin();
    await desk.answer(1, new TypeError('no'));
    await desk.answer(1);
    await desk.answer(1, new TypeError('no'));
    assert.deepEqual([desk.added, desk.failures.length], [['1 CUE 1'], 0]);
    await desk.answer(1, new TypeError('no'));
    assert.equal(desk.failures.length, 1);
    desk.life.abort();
    const { length } = desk.asked;
    await desk.answer(2);
    desk.media.seek(5);
    test.mock.timers.tick(5_000);
    assert.deepEqual([desk.added, desk.asked.length], [['1 CUE 1'], length]);
  });
});

describe('translatedText', () => {
  const cases: readonly (readonly [name: string, from: string, to: string])[] = [
    ['a sentence over two lines is one', 'the sun\ngoes down', 'THE SUN GOES DOWN'],
    ['an answer has a line of its own', '- who?\n- you', '- WHO?\n- YOU'],
    [
      'speakers stay',
      '<v Anna>hello</v>\n<v.loud Bo B>hi <i>there</i></v>',
      '<v Anna>HELLO</v>\n<v Bo B>HI THERE</v>',
    ],
    ['the rest of the markup goes', '<c.yellow>a <b>b</b></c> <00:01.000>c', 'A B C'],
    ['what was text is text', 'a &lt;b&gt; &amp; c', 'A &lt;B&gt; &amp; C'],
    ['notes and figures are not translated', '♪ 1999 ♪', '♪ 1999 ♪'],
    ['nothing is nothing', '<i> </i>', ''],
  ];
  for (const [name, from, to] of cases) {
    it(name, async () => assert.equal(await translatedText(from, shout), to));
  }

  it('takes no markup from a translator or from a name', async () => {
    const evil = () => Promise.resolve('<c.x>&lt;');
    assert.equal(await translatedText('<v A&lt;b&gt;>x', evil), '<v A b>&lt;c.x&gt;&amp;lt;</v>');
  });

  it('translates only the readable length of a long cue', async () => {
    let asked = 0;
    const count = (words: string) => Promise.resolve(((asked += words.length), words));
    await translatedText('word '.repeat(10_000), count);
    assert.ok(asked <= 1_000);
  });
});

describe('translatedLanguage', () => {
  it('knows Chinese by its script, and the rest without a region', () => {
    const names = ['en-GB', 'zh-TW', 'zh-CN', 'zh-Hant', 'pt-BR', 'en-x-cc', 'und', '!'];
    assert.deepEqual(names.map(translatedLanguage), [
      ...['en', 'zh-Hant', 'zh', 'zh-Hant', 'pt', 'en', undefined, undefined],
    ]);
  });
});
