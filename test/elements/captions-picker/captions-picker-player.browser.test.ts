import { expect } from 'chai';
import { until } from '../support/captions-picker-harness.ts';
import {
  clearPage,
  english,
  eventsOf,
  german,
  page,
  playerTracks,
  showing,
  video,
} from '../support/captions-picker-page.ts';
import { words } from '../../support/words.ts';

/** An element with a `<video>` in it, as a player is. */
class StandInPlayer extends HTMLElement {
  readonly media = document.createElement('video');

  get textTracks(): TextTrackList {
    return this.media.textTracks;
  }
}

describe('<vh-captions-picker> and its player', () => {
  afterEach(clearPage);

  it('takes the nearest video by default', async () => {
    const picker = await page(
      `${video(english, 'far')}<section>${video(german)}<p><vh-captions-picker></vh-captions-picker></p></section>`,
    );
    expect(picker.labels).to.deep.equal([words('captions.off'), 'Deutsch']);
  });

  it('waits for a player that is added later, and notices when it is replaced', async () => {
    const picker = await page('<vh-captions-picker for="player"></vh-captions-picker>');
    expect(picker.button.disabled).to.equal(true);
    const stage = picker.element.parentElement;
    stage?.insertAdjacentHTML('beforeend', video(german));
    await until(() => picker.items.length === 2);
    stage?.querySelector('video')?.remove();
    await until(() => picker.button.disabled);
    stage?.insertAdjacentHTML('beforeend', video());
    await until(() => picker.items.length === 3);
  });

  it('turns to another player when `for` changes', async () => {
    const picker = await page(
      `${video(german)}${video(english, 'other')}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    await picker.pick('Deutsch');
    picker.element.htmlFor = 'other';
    await until(() => picker.labels.join() === 'Off,English');
    expect(showing()).to.deep.equal(['de'], 'the first player is left as it is');
    picker.element.setAttribute('for', 'nobody');
    await until(() => picker.button.disabled);
  });

  it('waits for a player that is upgraded later', async () => {
    const picker = await page(
      '<late-player id="player"></late-player><vh-captions-picker for="player"></vh-captions-picker>',
    );
    expect(picker.button.disabled).to.equal(true);
    customElements.define(
      'late-player',
      class extends StandInPlayer {
        constructor() {
          super();
          this.media.addTextTrack('captions', '', 'de');
        }
      },
    );
    await until(() => !picker.button.disabled);
    expect(picker.labels).to.deep.equal([words('captions.off'), 'Deutsch']);
  });

  it('belongs to the player around it, also across a shadow root', async () => {
    if (!customElements.get('vh-player')) customElements.define('vh-player', class extends StandInPlayer {});
    const picker = await page(`${video()}<vh-player><vh-captions-picker></vh-captions-picker></vh-player>`);
    const player = document.querySelector<StandInPlayer>('vh-player');
    if (!player) throw new Error('The page has lost its player');
    expect(picker.button.disabled).to.equal(true, 'it is not the neighbour that counts');
    player.media.addTextTrack('captions', '', 'fr');
    await until(() => !picker.button.disabled);
    const bar = document.createElement('div');
    player.attachShadow({ mode: 'open' }).append(bar);
    bar.append(picker.element);
    await picker.element.updateComplete;
    await until(() => picker.labels.join() === 'Off,Français');
  });

  it('keeps its player after a move, and releases it when removed', async () => {
    const picker = await page(`${video()}<div></div><vh-captions-picker for="player"></vh-captions-picker>`);
    document.querySelector('main div')?.append(picker.element);
    await picker.pick('Deutsch');
    expect(showing()).to.deep.equal(['de']);
    picker.element.remove();
    const events = eventsOf(picker.element);
    // Until then a browser may choose.
    await until(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    for (const track of playerTracks()) track.mode = 'disabled';
    expect(picker.element.value).to.equal('');
    expect(events).to.deep.equal([]);
  });
});

describe('<vh-captions-picker> remembers', () => {
  afterEach(clearPage);

  it('the language, for the next video', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    await first.pick('Deutsch');
    first.element.parentElement?.remove();
    const next = await page(
      `${video('<track srclang="fr"><track srclang="de-AT">')}<vh-captions-picker for="player"></vh-captions-picker>`,
    );
    expect(next.element.value).to.equal('de-AT');
    expect(showing()).to.deep.equal(['de-AT']);
  });

  it('that captions were turned off, against a track that is on by default', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    await first.pick('Deutsch');
    await first.pick(words('captions.off'));
    first.element.parentElement?.remove();
    const onByDefault = english.replace('<track', '<track default');
    const next = await page(`${video(onByDefault)}<vh-captions-picker for="player"></vh-captions-picker>`);
    const player = document.querySelector('video');
    await player?.play();
    expect(showing()).to.deep.equal([]);
    expect(next.label).to.equal(words('captions.off'));
  });

  it('nothing that the page did', async () => {
    const first = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    first.element.value = 'de';
    first.element.parentElement?.remove();
    const next = await page(`${video()}<vh-captions-picker for="player"></vh-captions-picker>`);
    expect(next.element.value).to.equal('');
  });
});
