import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';
import { words } from '../../../../support/words.ts';

describe('<vh-player> keeps what a viewer chooses', () => {
  let player: PlayerHarness;
  /** WebKitGTK begins a player with the sound of the last one: none, or it may not play. */
  const leave = () => {
    player.element.muted = true;
    player.remove();
  };
  afterEach(() => {
    leave();
    localStorage.removeItem('vh-player');
  });

  const play = async (attributes = '', visit: 'first' | 'another' = 'first') => {
    player = await PlayerHarness.create(`muted loop src="${FILMS.hls}" ${attributes}`, undefined, visit);
    await player.element.play();
    await until(() => player.hasControls && player.has(words('player.captions')));
  };
  const comeBack = async (attributes = '') => {
    leave();
    await play(attributes, 'another');
  };

  it('volume and speed, for another visit', async () => {
    await play();
    player.slide(words('player.volume'), 0.3);
    player.press('>');
    await comeBack();
    await until(
      () => player.element.playbackRate === 1.25,
      () => [
        localStorage.getItem('vh-player'),
        player.element.playbackRate,
        player.element.defaultPlaybackRate,
      ],
    );
    player.element.muted = false;
    await until(() => Math.abs(player.element.volume - 0.3) < 1e-6);
  });

  it('but begins without sound where the page says so', async () => {
    localStorage.setItem('vh-player', '{"volume":0.3,"muted":false}');
    await play('', 'another');
    expect(player.element.muted).to.equal(true);
    expect(player.element.volume).to.equal(1);
  });

  it('silence', async () => {
    await play();
    player.press('m');
    player.press('m');
    player.remove();
    player = await PlayerHarness.create(`src="${FILMS.mp4}" load="now"`, undefined, 'another');
    await until(() => player.element.muted);
  });

  it('and nothing that a script did', async () => {
    await play();
    player.element.volume = 0.2;
    player.element.playbackRate = 2;
    await comeBack();
    expect(player.element.volume).to.equal(1);
    expect(player.element.playbackRate).to.equal(1);
  });

  it('unless the page does not want it', async () => {
    await play('without-memory');
    player.slide(words('player.volume'), 0.3);
    player.press('c');
    expect(localStorage.getItem('vh-player')).to.equal(null);
    expect(localStorage.getItem('vh-captions')).to.equal(null);
    localStorage.setItem('vh-player', '{"volume":0.1,"speed":2}');
    await comeBack('without-memory');
    player.press('m');
    await settled();
    expect(player.element.volume).to.equal(1);
    expect(player.element.playbackRate).to.equal(1);
  });
});
