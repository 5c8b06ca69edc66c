import { expect } from 'chai';
import { requested } from '../../support/page-requests.ts';
import { FILMS, next, PlayerHarness, until } from '../../support/player-harness.ts';

/** Media that the page has asked for more than once since `from` requests ago. */
async function mediaSince(from: number): Promise<string[]> {
  const all = await requested('/media/');
  return all.slice(from).filter((url) => /\.(?:m4s|mp4)/.test(url));
}

describe('<vh-player> and its two-stage start', () => {
  let player: PlayerHarness;
  let before: number;
  beforeEach(async () => (before = (await requested('/media/')).length));
  afterEach(() => player.remove());

  for (const startTime of [0, 5]) {
    it(`plays to the end of the stream from ${startTime}, and fetches no media twice`, async () => {
      player = await PlayerHarness.create(`src="${FILMS.hls}" start-time="${startTime}" muted`);
      const { element } = player;
      const sources: string[] = [];
      for (const type of ['loadstart', 'emptied']) element.addEventListener(type, () => sources.push(type));
      await element.play();
      await until(() => element.currentTime > startTime);
      await until(
        () => element.qualities.length === 2,
        () => ({ status: element.readyState }),
      );
      element.playbackRate = 4;
      await next(element, 'ended');
      expect(sources).to.deep.equal(['loadstart']);
      const fetched = await mediaSince(before);
      expect(new Set(fetched).size).to.equal(fetched.length);
      expect(fetched.length).to.be.greaterThan(1);
      expect(element.duration).to.be.closeTo(8, 0.2);
    });
  }

  it('has everything there once a pointer is on it', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    const { element } = player;
    element.dispatchEvent(new PointerEvent('pointerenter'));
    await until(async () => (await mediaSince(before)).length === 2);
    expect(element.media.getAttribute('src')).to.equal(null);
    const shown = next(element, 'loadeddata');
    await element.play();
    await shown;
    await player.untilPlayed(0.2);
    const fetched = await mediaSince(before);
    expect(new Set(fetched).size).to.equal(fetched.length);
  });
});
