import { expect } from 'chai';
import { FILMS, fetched, next, PlayerHarness } from '../../support/player-harness.ts';

describe('<vh-player>', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('plays HLS when its button is clicked', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" poster="${FILMS.poster}" heading="Dusk" muted`);
    await player.until(() => player.bigButton !== null);
    player.bigButton?.click();
    await player.untilPlayed(0.5);
    expect(player.bigButton).to.equal(null);
    expect(player.element.duration).to.be.closeTo(8, 0.2);
    expect(fetched().some((name) => name.includes('hls'))).to.equal(true);
  });

  it('plays a file', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    await player.element.play();
    await player.untilPlayed(0.3);
  });

  it('ends a dead source', async () => {
    player = await PlayerHarness.create(`src="${FILMS.gone}" muted`);
    const ended = next(player.element, 'vh-error');
    const play = player.element.play().catch((e) => e);
    const { code } = await ended;
    expect(code).to.equal('media-not-found');
    expect(player.element.error?.code).to.equal(4);
    console.log(String(await play));
  });
});
