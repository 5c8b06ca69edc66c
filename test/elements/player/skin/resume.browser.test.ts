import { expect } from 'chai';
import type { Playback } from '../../../../src/core/wire/playback.ts';
import { axeViolations } from '../../../support/elements/axe.ts';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { settled } from '../../../support/until.ts';
import { words } from '../../../support/words.ts';

const nothing = { playlists: [], captions: [], chapters: [] };
const film: Playback = { kind: 'video', id: 'a', state: 'playable', hls: FILMS.long, ...nothing };
const stream: Playback = { kind: 'video', id: 'a', state: 'playable', hls: FILMS.hls, ...nothing };

describe('<vh-player> resumes where a viewer stopped', () => {
  let player: PlayerHarness;
  const leave = () => {
    player.element.muted = true;
    player.remove();
  };
  afterEach(async () => {
    // A player that leaves the page pauses, and keeps where it is.
    const pauses = player.element.paused ? undefined : next(player.element, 'pause');
    leave();
    await pauses;
    localStorage.removeItem('vh-positions');
  });

  const play = async (playback = film, attributes = '') => {
    const prepare = (element: PlayerHarness['element']) => (element.playback = playback);
    player = await PlayerHarness.create(`muted ${attributes}`, prepare, 'another');
    await player.element.play();
    await until(() => player.hasControls && player.element.currentTime > 0 && !player.element.seeking);
  };
  const isOffered = () => player.partsNamed('resume-offer').length > 0;

  it('on another visit, and says so', async () => {
    await play();
    player.element.currentTime = 13;
    await next(player.element, 'seeked');
    player.element.pause();
    await until(() => localStorage.getItem('vh-positions') === '[["a",13]]');
    leave();
    await play();
    await until(isOffered);
    expect(player.element.currentTime).to.be.within(13, 20);
    expect(player.shows(words('player.resumed', { time: '0:13' }))).to.equal(true);
    expect(await axeViolations(player.element)).to.deep.equal([]);
  });

  it('in a stream, from its first frame', async () => {
    localStorage.setItem('vh-positions', '[["a",5]]');
    await play(stream);
    await until(isOffered);
    expect(player.element.currentTime).to.be.within(4.5, 7.9);
  });

  it('and starts over on request', async () => {
    localStorage.setItem('vh-positions', '[["a",13]]');
    await play();
    await until(isOffered);
    player.control(words('player.startOver')).click();
    await until(() => player.element.currentTime < 5 && !isOffered());
    expect(player.focused).to.equal(words('player.pause'));
    // It is kept once it plays.
    await player.untilPlayed(0.2);
    player.element.pause();
    await until(
      () => localStorage.getItem('vh-positions') === '[]',
      () => [localStorage.getItem('vh-positions'), player.element.currentTime],
    );
  });

  it('and offers it no longer when the viewer has gone elsewhere', async () => {
    localStorage.setItem('vh-positions', '[["a",13]]');
    await play();
    await until(isOffered);
    player.press('0');
    await until(() => !isOffered());
    player.press('ArrowRight');
    await settled();
    expect(isOffered()).to.equal(false);
  });

  for (const attribute of ['without-resume', 'without-memory', 'loop', 'start-time="0"']) {
    it(`but not with ${attribute}`, async () => {
      localStorage.setItem('vh-positions', '[["a",13]]');
      await play(film, attribute);
      expect(player.element.currentTime).to.be.lessThan(10);
      expect(isOffered()).to.equal(false);
      player.element.pause();
      await settled();
      expect(localStorage.getItem('vh-positions')).to.equal('[["a",13]]');
    });
  }
});
