import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { renderFacade } from '../../src/elements/player/facade/render-facade.ts';
import { uploader } from '../../src/locales/en/uploader.ts';
import { configure, type Config } from '../../src/locales/configure.ts';
import { amend } from '../../src/locales/page-words.ts';
import { eventually } from '../support/eventually.ts';

const hostile = (json: string) => configure({ words: JSON.parse(json) as NonNullable<Config['words']> });
const shown = (locale: string) => amend?.(uploader, 'uploader', locale) ?? uploader;

describe("a page's own texts", () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    mock.method(console, 'error', (line: string) => lines.push(line));
  });
  afterEach(() => mock.restoreAll());
  const reported = (part: string) =>
    eventually(() => Promise.resolve(lines.find((line) => line.includes(part)))).then((line) => {
      assert.match(
        line,
        /^vh-elements: invalid-use: .* See docs\/errors\.md#invalid-use in the package vh-elements$/,
      );
    });

  it('take the place of single ones, in their language alone', () => {
    configure({ words: { en: { uploader: { choose: 'Pick a film' } } } });
    assert.deepEqual(shown('en'), { ...uploader, choose: 'Pick a film' });
    assert.equal(shown('de').choose, uploader.choose);
  });

  it('are those of the nearest language, and of the latest call', () => {
    configure({
      words: { 'en-GB': { uploader: { undo: 'Put it back' } }, 'en': { uploader: { undo: 'Back' } } },
    });
    assert.equal(shown('en-GB').undo, 'Put it back');
    assert.equal(shown('en-US').undo, 'Back');
    configure({ words: { en: { uploader: { undo: 'No, back' } } } });
    assert.equal(shown('en-US').undo, 'No, back');
    assert.equal(shown('en').choose, 'Pick a film');
  });

  it('have a form for each number, or one for all', () => {
    configure({ words: { en: { uploader: { added: { one: 'one film', other: '{count} films' } } } } });
    assert.deepEqual(shown('en').added, { one: 'one film', other: '{count} films' });
    configure({ words: { en: { uploader: { added: 'films: {count}' } } } });
    assert.deepEqual(shown('en').added, { other: 'films: {count}' });
  });

  it('stay text in a facade that a server renders', async () => {
    configure({ words: { en: { player: { play: '<img src=x onerror=alert(1)>"' } } } });
    const html = await renderFacade({ language: 'en' });
    assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;&quot;'), html);
    assert.ok(!html.includes('<img'), html);
  });

  it('are ignored when they are no texts, with a message to the author', async () => {
    hostile(
      '{"en":{"uploader":{"pause":7,"start":{"other":"x"},"add":null,"uploadedOf":{"one":"x"},"__proto__":{"retry":"y"}},"recorder":5},"fr":null}',
    );
    const { pause, start, add, uploadedOf, retry } = shown('en');
    assert.deepEqual(
      { pause, start, add, uploadedOf, retry },
      {
        ...{ pause: uploader.pause, start: uploader.start, add: uploader.add },
        ...{ uploadedOf: uploader.uploadedOf, retry: uploader.retry },
      },
    );
    await reported('"uploader.pause" is ignored: the value is a text.');
    await reported('"uploader.uploadedOf" is ignored: the value is a text, or { one: …, other: … }.');
  });

  it('are named on the console where nothing shows them, once', async () => {
    const wrong =
      '{"en":{"uploader":{"chose":"x","left":"{tiem} to go"},"uplaoder":{},"toString":{}},"no language!":{}}';
    hostile(wrong);
    hostile(wrong);
    await reported('there is no text "uploader.chose". Did you mean "uploader.choose"?');
    await reported('"uploader.left" has no {tiem}. It has {time}.');
    await reported('there is no element "uplaoder". Did you mean "uploader"?');
    await reported('there is no element "toString".');
    await reported('"no language!" is not a language tag');
    assert.deepEqual(lines, [...new Set(lines)]);
  });
});
