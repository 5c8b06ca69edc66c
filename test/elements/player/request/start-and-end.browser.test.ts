import { expect } from 'chai';
import type { Playback } from '../../../../src/core/wire/playback.ts';
import { cells } from '../../../support/division.ts';
import { FILMS, next, PlayerHarness } from '../../../support/elements/player-harness.ts';
import { settled } from '../../../support/until.ts';

const nothing = { playlists: [], captions: [], chapters: [] };
const playback: Playback = { kind: 'video', id: 'a', state: 'playable', hls: FILMS.long, ...nothing };

describe('<vh-player> where it begins and ends', () => {
  let player: PlayerHarness;
  afterEach(async () => {
    player.element.pause();
    player.remove();
    await settled();
    localStorage.removeItem('vh-positions');
  });

  for (const [kind, film] of cells(Object.entries({ HLS: FILMS.hls, MP4: FILMS.mp4 }))) {
    it(`begins where the page says after it knows what to play: ${kind}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted`);
      const { element } = player;
      // Seen, asked for, and prepared for the beginning.
      element.dispatchEvent(new PointerEvent('pointerenter'));
      await settled();
      element.startTime = 2;
      await element.play();
      expect(element.currentTime).to.be.within(1.9, 3);
    });

    it(`begins there when its media have loaded already: ${kind}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted preload="auto" start-time="1"`);
      const { element } = player;
      await player.until(() => element.readyState > 1 && !element.seeking);
      element.setAttribute('start-time', '2.5');
      await player.until(() => element.currentTime > 2.4);
      await element.play();
      expect(element.currentTime).to.be.within(2.4, 3.5);
    });

    it(`goes there by load(), and not in mid-viewing: ${kind}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted`);
      const { element } = player;
      await element.play();
      await player.untilPlayed(0.2);
      element.startTime = 2.5;
      await player.untilPlayed(0.4);
      expect(element.currentTime).to.be.lessThan(2.3);
      element.load();
      await element.play();
      expect(element.currentTime).to.be.within(2.4, 3.5);
    });

    it(`loads the metadata with preload="metadata", and says that it rests: ${kind}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted preload="metadata"`);
      const { element } = player;
      await player.until(() => element.readyState > 0);
      expect(element.duration).to.be.greaterThan(3.5);
      expect(element.videoWidth).to.be.greaterThan(0);
      await player.until(() => element.networkState === element.NETWORK_IDLE);
      expect(element.paused).to.equal(true);
      await element.play();
      await player.untilPlayed(2.5);
    });

    it(`plays at the rate that was set before the media load: ${kind}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted without-memory`);
      const { element } = player;
      element.playbackRate = 1.5;
      await element.play();
      await player.untilPlayed(0.3);
      expect(element.playbackRate).to.equal(1.5);
    });
  }

  it('pauses at an end of 0 that the page sets later, and plays on once there is no end', async () => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted without-controls`);
    const { element } = player;
    await element.play();
    await player.untilPlayed(0.2);
    element.endTime = 0;
    await player.until(() => element.paused);
    expect(element.ended).to.equal(false);
    element.setAttribute('end-time', '22');
    await element.play();
    element.removeAttribute('end-time');
    expect(element.endTime).to.equal(undefined);
    const { currentTime } = element;
    await player.untilPlayed(currentTime + 0.5);
  });

  it('loads no more than the first segment with preload="metadata"', async () => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted preload="metadata"`);
    const { element } = player;
    await player.until(() => element.readyState > 1);
    await settled();
    expect(element.buffered.end(0)).to.be.lessThan(4.1);
    element.currentTime = 13;
    await player.until(() => !element.seeking);
    expect(element.currentTime).to.equal(13);
  });

  it('loads no more either where the page hears late of the first picture', async () => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted preload="metadata"`);
    const { element } = player;
    element.media.addEventListener('loadeddata', (event) => {
      event.stopImmediatePropagation();
    });
    await player.until(() => element.readyState > 1);
    await settled();
    expect(element.buffered.end(0)).to.be.lessThan(4.1);
    await element.play();
    await player.until(() => element.buffered.end(element.buffered.length - 1) > 20);
  });

  it('does not resume where the page has set an end by property', async () => {
    localStorage.setItem('vh-positions', '[["a",13]]');
    player = await PlayerHarness.create(
      'muted',
      (element) => {
        element.playback = playback;
        element.endTime = 20;
      },
      'another',
    );
    await player.element.play();
    expect(player.element.currentTime).to.be.lessThan(10);
  });

  it('pauses at once at an end that has passed, and lets the viewer play on', async () => {
    player = await PlayerHarness.create(`src="${FILMS.long}" muted start-time="5"`);
    const { element } = player;
    await element.play();
    await player.untilPlayed(5.2);
    const paused = next(element, 'pause');
    element.endTime = 3;
    await paused;
    await element.play();
    await player.untilPlayed(element.currentTime + 0.6);
  });
});
