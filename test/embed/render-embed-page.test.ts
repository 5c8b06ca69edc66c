import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { iframeMarkup, renderEmbedPage, type Playback } from '../../src/embed/index.ts';
import { embedLanguage, preferredLanguage } from '../../src/embed/embed-words.ts';
import { languages } from '../../src/locales/languages.ts';
import { rollDice } from '../support/seeded.ts';

const HOSTILE = [
  ...[
    '</script>',
    '<!--',
    '-->',
    '<script>',
    '"',
    "'",
    '&quot;',
    '\\',
    '\u2028',
    '\u0000',
    ' onload=alert(1) ',
  ],
  ...[
    '</title>',
    '<img src=x>',
    'javascript:',
    'data:text/html,',
    'https://a.test/',
    ';',
    ' ',
    '\n',
    '\u{1f600}',
  ],
];

describe('renderEmbedPage', () => {
  it('writes every text as text', () => {
    const dice = rollDice();
    const text = () => Array.from({ length: 5 }, () => dice.pick(HOSTILE)).join('');
    for (let turn = 0; turn < 1_000; turn++) {
      const playback: Playback = {
        ...{
          kind: 'video',
          id: 'vi1',
          state: 'playable',
          title: text(),
          playlists: [],
          captions: [],
          chapters: [],
        },
        ...{ poster: text(), mp4: text(), hls: text() },
      };
      const { html, headers } = renderEmbedPage({
        ...{ assets: '/a/', title: playback.title, playback, isPublic: true, uploadDate: text() },
        addresses: { embedUrl: 'https://site.test/e', oEmbedUrl: 'https://site.test/o', pageUrl: text() },
      });
      const about = `seed ${String(dice.seed)}: ${html}`;
      // Every tag is one of the template's, with the attributes that the template has.
      const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
      for (const tag of tags)
        assert.match(
          tag,
          /^<\/?(?:!doctype html|html|head|meta|title|link|script|body|div|img|h1|bdi|noscript|a)(?: [a-z]+(?:="[^"<>]*")?)*(?: \/)?>$/,
          about,
        );
      assert.equal(tags.filter((tag) => tag.startsWith('<script')).length, 4, about);
      assert.doesNotMatch(html, /(?:src|href)="(?:javascript|data):/, about);
      assert.doesNotMatch(headers['content-security-policy'] ?? '', /[<>"\n\u2028]|alert/, about);
    }
  });

  it('writes frames that nothing breaks out of, and that keep their shape', () => {
    const markup = iframeMarkup({
      src: 'https://a.test/?x="><b>',
      title: '"><script>',
      width: 640,
      height: 360,
    });
    assert.match(markup, /^<iframe [^<>]*><\/iframe>$/);
    assert.match(markup, /aspect-ratio:640\/360;width:100%/);
  });

  it('has words in every language of the elements', () => {
    const english = embedLanguage('en').words;
    for (const tag of Object.keys(languages)) {
      const { words, dir } = embedLanguage(tag);
      for (const name of ['notFound', 'expired', 'failed', 'watchFile'] as const)
        assert.notEqual(words[name], english[name], `${tag} ${name}`);
      assert.equal(dir, tag === 'ar' || tag === 'he' ? 'rtl' : 'ltr');
    }
  });

  it('takes the language that a visitor prefers, and survives any header', () => {
    assert.equal(preferredLanguage('fr;q=0.5, de-AT;q=0.9, en;q=0.1'), 'de-AT');
    assert.equal(preferredLanguage('de;q=0, fr'), 'fr');
    for (const header of [undefined, '', '*', 'constructor', '__proto__', ';;,,q=', 'de'.repeat(4_000)])
      assert.equal(preferredLanguage(header), 'en', header);
  });
});
