import { expect } from 'chai';
import { FILMS, PlayerHarness, until } from '../../../../support/elements/player-harness.ts';
import { settled } from '../../../../support/until.ts';

describe('<vh-player> beside others', () => {
  const players: PlayerHarness[] = [];
  afterEach(() => {
    for (const player of players.splice(0)) {
      player.element.muted = true;
      player.remove();
    }
  });

  /** Begins without sound, as browsers allow, and has it then. */
  const sound = async (attributes = '') => {
    const player = await PlayerHarness.create(`src="${FILMS.mp4}" muted loop ${attributes}`);
    players.push(player);
    await player.element.play();
    await player.untilPlayed(0.1);
    await until(() => player.hasControls);
    player.element.muted = false;
    return player.element;
  };

  it('pauses another that sounds, and not where the page says so', async () => {
    const first = await sound();
    const second = await sound('without-pause-others');
    const { currentTime } = first;
    await until(() => first.currentTime !== currentTime);
    expect([first.paused, second.paused]).to.deep.equal([false, false]);
    const third = await sound();
    await until(() => first.paused);
    expect([second.paused, third.paused], 'one that stands apart').to.deep.equal([false, false]);
  });

  it('takes the media keys and the lock screen, and not where the page says so', async () => {
    if (!('mediaSession' in navigator && 'MediaMetadata' in globalThis)) return;
    const { mediaSession } = navigator;
    mediaSession.metadata = null;
    await sound('heading="Dusk" without-media-keys');
    await settled();
    expect(mediaSession.metadata).to.equal(null);
    await sound('heading="Night"');
    await until(() => mediaSession.metadata?.title === 'Night');
  });
});
