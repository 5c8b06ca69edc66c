import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VhPlayer } from '../../../src/define/vh-player.ts';
import { renderFacade } from '../../../src/elements/player/facade/render-facade.ts';

const HOSTILE =
  '</style></template><script>alert(1)</script>"><img src=x onerror=alert(1)> ${1} {title} &amp;';

/** The rendered text without styles, tags and space. */
const wordsOf = (html: string) =>
  html
    .replace(/<style[^]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('<vh-player> on a server', () => {
  it('can be loaded, registered and made where there is no browser', () => {
    assert.equal(customElements.get('vh-player'), VhPlayer);
    assert.ok(new VhPlayer());
  });

  it('renders its title, its length and its button, and styles for them', async () => {
    const html = await renderFacade({ title: 'Dusk', duration: 62, poster: '/dusk.jpg' });
    assert.match(html, /^<template shadowrootmode="open" shadowrootdelegatesfocus><style>/);
    assert.match(html, /aspect-ratio/);
    assert.match(html, /<video part="media"[^>]* poster="\/dusk\.jpg"><\/video>/);
    assert.match(html, /<button [^>]*class="start"\s+part="play-button"\s+aria-label="Play: Dusk"/);
    assert.equal(wordsOf(html), 'Dusk 1:02 Loading');
  });

  it('speaks the language of the page', async () => {
    const html = await renderFacade({ title: 'Abend', language: 'de-AT' });
    assert.match(html, /aria-label="Abend abspielen"/);
    assert.match(await renderFacade({ language: 'tlh' }), /aria-label="Play"/);
  });

  it('renders nothing for absent parts', async () => {
    const html = await renderFacade({});
    assert.doesNotMatch(html, /undefined|NaN|Symbol|\[object|nonce|poster=|@click|\?hidden/);
    assert.match(html, /part="duration"\s+hidden/);
    assert.equal(wordsOf(html), 'Loading');
  });

  it('lets no text become markup', async () => {
    const html = await renderFacade({ title: HOSTILE, poster: `/a.jpg?${HOSTILE}`, nonce: HOSTILE });
    assert.equal(html.split('<template').length, 2);
    assert.equal(html.split('</template>').length, 2);
    assert.equal(html.split('</style>').length, 2);
    assert.doesNotMatch(html, /<script|<img/);
    assert.ok(html.includes('{title} &amp;amp;'));
  });

  it('takes no poster but that of a page', async () => {
    for (const poster of [
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      'http://',
    ])
      assert.doesNotMatch(await renderFacade({ poster }), /poster=/, poster);
  });

  it('says the nonce of a strict page', async () => {
    assert.match(await renderFacade({ nonce: 'r4nd0m' }), /<style nonce="r4nd0m">/);
  });
});
