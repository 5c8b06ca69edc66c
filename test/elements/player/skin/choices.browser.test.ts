import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../support/player-harness.ts';
import { words } from '../../../support/words.ts';

describe('<vh-player> keeps what a viewer chooses', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-player');
  });

  const play = async (attributes = '', visit: 'first' | 'another' = 'first') => {
    player = await PlayerHarness.create(`muted loop src="${FILMS.hls}" ${attributes}`, undefined, visit);
    await player.element.play();
    await until(() => player.hasControls && player.has(words('player.captions')));
  };
  const comeBack = async (attributes = '') => {
    player.remove();
    await play(attributes, 'another');
  };

  it('volume and speed, for another visit', async () => {
    await play();
    player.slide(words('player.volume'), 0.3);
    player.press('>');
    await comeBack();
    expect(player.element.volume).to.be.closeTo(0.3, 1e-6);
    expect(player.element.playbackRate).to.equal(1.25);
    expect(player.element.muted, 'as the page says').to.equal(true);
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
    expect(player.element.volume).to.equal(1);
    expect(player.element.playbackRate).to.equal(1);
  });
});
