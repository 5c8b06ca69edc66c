import { expect } from 'chai';
import type { Playback } from '../../../src/core/wire/playback.ts';
import type { VhPlayer } from '../../../src/elements/player/vh-player.ts';
import { FILMS, PlayerHarness, until } from '../../support/elements/player-harness.ts';
import { playbackOf, playToEnd } from './support/playlist-films.ts';
import { hasState, seenParts } from '../../support/elements/seen-parts.ts';
import { standInWindows } from './support/stand-in-windows.ts';
import { words } from '../../support/words.ts';

const CAPTIONS = `WEBVTT

00:00.000 --> 01:00.000
<v Ann>Of hers</v> and of mine
`;

describe('<vh-player> and the parts and states that a page can style', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const create = async (attributes = '', prepare?: (element: VhPlayer) => void) => {
    player = await PlayerHarness.create(`muted ${attributes}`, prepare);
  };
  const shows = (...names: string[]) =>
    until(
      () => names.every((name) => seenParts(player.element, name).length > 0),
      () => names.filter((name) => seenParts(player.element, name).length === 0),
    );
  const isGone = (name: string) =>
    until(
      () => seenParts(player.element, name).length === 0,
      () => name,
    );
  const is = (state: string) => hasState(player.element, state);
  const play = async () => {
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
  };
  const film = (more: Partial<Playback> = {}) => ({
    playback: playbackOf('a', { duration: 24, hls: FILMS.long, ...more }),
  });

  it('are those of the poster, and then those of the controls', async () => {
    await create('heading="Dusk"', (element) => Object.assign(element, film()));
    await shows('media', 'play-button', 'title', 'duration');
    expect(['playing', 'failed', 'controls', 'audio', 'low'].filter(is)).to.deep.equal([]);
    await play();
    await until(() => is('playing'));
    for (const name of ['play-button', 'duration']) await isGone(name);
    player.element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
    await until(() => is('controls'));
    await shows('controls', 'bar', 'button', 'title');
    player.element.dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
    await until(() => !is('controls'));
    await isGone('play');
    player.element.pause();
    await until(() => !is('playing') && is('controls'));
    await player.openSettings();
    await shows('settings-sheet');
    player.pressFocused('Escape');
    await isGone('settings-sheet');
    await player.element.play();
    await playToEnd(player);
    await shows('end-screen', 'replay-button');
  });

  it('are those of a failure', async () => {
    await create(`src="${FILMS.goneFile}"`);
    await player.element.play().catch(() => undefined);
    await shows('message');
    expect([is('failed'), is('playing')]).to.deep.equal([true, false]);
    player.element.src = FILMS.mp4;
    await play();
    await isGone('message');
    expect(is('failed')).to.equal(false);
  });

  it('are those of captions, and of their look', async () => {
    const src = URL.createObjectURL(new Blob([CAPTIONS], { type: 'text/vtt' }));
    player = await PlayerHarness.create(
      `<vh-player muted src="${FILMS.mp4}"><track kind="captions" srclang="en" src="${src}"></vh-player>`,
    );
    await play();
    await until(() => player.has(words('player.captions')));
    player.press('c');
    await shows('cues', 'cue', 'voice');
    player.press('c');
    await isGone('cue');
    await player.openSettings(words('player.captions'));
    player.menuItem(words('captionsMenu.style')).click();
    await shows('style-panel');
  });

  it('are those over the seek bar', async () => {
    await create(`src="${FILMS.mp4}" storyboard="/media/storyboard/index.vtt"`, (element) => {
      element.markers = [{ time: 3, title: 'A bird' }];
    });
    await play();
    player.element.pause();
    await shows('marker');
    player.pointAtSeekBar('pointermove', 0.3);
    await shows('preview');
    player.pointAtSeekBar('pointerleave', 0.3);
    await isGone('preview');
  });

  it('are what a visit begins with: a question, an offer, a logo', async () => {
    await create('load="consent"', (element) => Object.assign(element, film()));
    await shows('consent', 'consent-button');
    player.remove();
    localStorage.setItem('vh-positions', '[["a",13]]');
    const logo = { src: new URL(FILMS.poster, location.href).href };
    player = await PlayerHarness.create(
      'muted',
      (element) => Object.assign(element, film({ theme: { logo } })),
      'another',
    );
    await play();
    await shows('resume-offer', 'logo');
    localStorage.removeItem('vh-positions');
  });

  it('are what comes next', async () => {
    await create('', (element) => (element.playlist = [film(), film()]));
    await play();
    await playToEnd(player);
    await shows('end-screen', 'up-next');
  });

  it('are those of sound without a picture', async () => {
    await create('audio src="/media/hls/apart/audio/index.m3u8"');
    await play();
    await until(() => is('audio') && is('low'));
    player.element.style.height = '300px';
    await until(() => is('audio') && !is('low'));
    player.element.src = FILMS.mp4;
    player.element.removeAttribute('audio');
    await play();
    await until(() => !is('audio'));
  });

  it('are those of a film in the background, and of its place while it is away', async () => {
    await create(`loop autoplay without-controls src="${FILMS.mp4}"`);
    await shows('background-button');
    player.remove();
    const windows = standInWindows();
    try {
      await create(`src="${FILMS.mp4}"`);
      await play();
      player.press('i');
      await shows('placeholder');
    } finally {
      player.remove();
      windows.restore();
    }
    await create(`src="${FILMS.mp4}"`);
    await play();
    void player.element.inspect();
    await shows('inspector');
  });
});

describe('<vh-player> and what a page puts into it', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('shows it at its places: on top, in place of the captions button, at the end', async () => {
    player = await PlayerHarness.create(
      `<vh-player muted><source src="${FILMS.hls}"><b slot="top">Top</b><b slot="captions">CC</b><b slot="end-screen">End</b></vh-player>`,
    );
    const own = (slot: string) => player.element.querySelector(`[slot=${slot}]`) ?? document.body;
    const box = (slot: string) => own(slot).getBoundingClientRect();
    await player.element.play();
    await player.untilPlayed(0.1);
    player.element.pause();
    await until(() => box('top').width > 0 && box('captions').width > 0);
    expect(seenParts(player.element, 'captions')).to.deep.equal([]);
    const frame = player.element.getBoundingClientRect();
    expect(box('top').bottom).to.be.lessThan(frame.top + frame.height / 2);
    expect(box('captions').top).to.be.greaterThan(frame.top + frame.height / 2);
    expect(own('end-screen').checkVisibility()).to.equal(false);
    await player.element.play();
    await playToEnd(player);
    await until(() => own('end-screen').checkVisibility() && box('end-screen').width > 0);
    expect(seenParts(player.element, 'replay-button')).to.deep.equal([]);
  });

  it('asks with the words of the page', async () => {
    player = await PlayerHarness.create(
      `<vh-player load="consent" src="${FILMS.mp4}"><p slot="consent">This video comes from afar.</p></vh-player>`,
    );
    const own = player.element.querySelector('p');
    await until(() => (own?.getBoundingClientRect().width ?? 0) > 0 && own?.checkVisibility() === true);
  });
});
