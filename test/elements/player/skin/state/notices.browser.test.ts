import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { words } from '../../../../support/words.ts';

const SEEK = words('player.seek');

describe('<vh-player> says what a key has done', () => {
  let player: PlayerHarness;
  afterEach(() => {
    player.remove();
    localStorage.removeItem('vh-captions');
  });

  const play = async (film: string = FILMS.long) => {
    player = await PlayerHarness.create(`src="${film}" muted`);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.has(SEEK) && player.has(words('player.settings')));
    player.element.pause();
    await until(() => player.has(words('player.play')));
  };
  /** What shows, and how often screen readers announce it. */
  const shows = async (text: string) => {
    await until(
      () => player.notice === text,
      () => player.notice,
    );
    expect(player.shows(text)).to.equal(true);
    expect(player.statuses.filter((status) => status === text)).to.deep.equal([text]);
  };

  it('for skips, which add up', async () => {
    await play();
    player.press('l');
    await shows('+10 s');
    player.press('j');
    player.press('j');
    await shows('−20 s');
  });

  it('for silence and the volume', async () => {
    await play();
    player.press('m');
    await shows(words('player.volumeNow', { value: '100%' }));
    player.press('ArrowDown');
    await shows(words('player.volumeNow', { value: '90%' }));
    player.press('ArrowUp');
    await shows(words('player.volumeNow', { value: '100%' }));
    player.press('m');
    await shows(words('player.muted'));
    expect(player.element.muted).to.equal(true);
  });

  it('but not beside a slider, which says it itself', async () => {
    await play();
    player.press('ArrowUp', words('player.volume'));
    await player.element.updateComplete;
    expect(player.notice).to.equal('');
  });

  it('for captions, which may be silent just then', async () => {
    await play(FILMS.hls);
    await until(() => player.has(words('player.captions')));
    player.press('c');
    await shows(words('player.captionsNow', { name: 'English' }));
    player.press('c');
    await shows(words('player.captionsNow', { name: words('player.off') }));
  });

  it('and takes the hint over the seek bar along', async () => {
    await play();
    // In one go: the hint stays for a moment only.
    player.press('ArrowRight');
    expect(player.tip).to.not.deep.equal([]);
    player.press('Home');
    expect(player.tip).to.deep.equal(['0:00']);
    player.press('l');
    expect(player.tip).to.deep.equal(['0:10']);
    player.pointAtSeekBar('pointermove', 0.9);
    expect(player.tip).to.not.deep.equal(['0:10']);
    player.press('j');
    expect(player.tip).to.deep.equal(['0:00']);
    await until(() => player.tip.length === 0);
  });
});
