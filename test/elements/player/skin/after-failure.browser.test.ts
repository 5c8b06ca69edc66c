import { expect } from 'chai';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';

describe('<vh-player> whose media end with a failure', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  /** Plays what came before the failure, up to it. */
  const fail = async () => {
    player = await PlayerHarness.create(`src="/media/hls/broken/second-segment-gone.m3u8" muted`);
    const { element } = player;
    await element.play();
    await next(element, 'vh-error');
    await element.updateComplete;
    return element;
  };

  it('keeps its place, its length and its bar', async () => {
    const element = await fail();
    expect(element.error).to.be.instanceOf(MediaError);
    expect(element.currentTime).to.be.greaterThan(0.5);
    expect(element.duration).to.be.closeTo(4, 0.3);
    expect(element.seekable.length).to.equal(1);
    expect(element.networkState).not.to.equal(element.NETWORK_EMPTY);
    await until(() => player.message === words('player.notFound'));
    expect(player.has(words('player.seek'))).to.equal(true);
    expect(player.has(words('player.play'))).to.equal(true);
  });

  it('plays again what there is', async () => {
    const element = await fail();
    element.currentTime = 0;
    await next(element, 'seeked');
    await element.play();
    await player.untilPlayed(0.3);
    await player.until(() => player.message === undefined);
    // Then there is no more, again.
    await player.until(() => player.message !== undefined);
    expect(player.offers(words('player.retry'))).to.equal(true);
  });

  it('rejects play() where there is no more', async () => {
    const element = await fail();
    const error = await element.play().catch((one: unknown) => one);
    expect(error).to.have.property('name', 'NotSupportedError');
  });

  it('begins another source at its beginning', async () => {
    const element = await fail();
    element.src = FILMS.mp4;
    await element.play();
    expect(element.currentTime).to.be.lessThan(1);
    expect(element.error).to.equal(null);
  });
});
