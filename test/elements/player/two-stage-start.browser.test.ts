import { expect } from 'chai';
import type { VhPlayer } from '../../../src/elements/player/vh-player.ts';
import { requested } from '../../support/elements/page-requests.ts';
import { FILMS, next, PlayerHarness, until } from '../../support/elements/player-harness.ts';

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
    // Where the source is a managed one, the start reads the playlist and leaves the rest to the engine.
    const ahead = 'ManagedMediaSource' in window ? 0 : 2;
    await until(async () => {
      const [asked, fetched] = await Promise.all([requested('/media/'), mediaSince(before)]);
      return asked.length > before && fetched.length === ahead;
    });
    expect(element.media.getAttribute('src')).to.equal(null);
    const shown = next(element, 'loadeddata');
    await element.play();
    await shown;
    await player.untilPlayed(0.2);
    const fetched = await mediaSince(before);
    expect(new Set(fetched).size).to.equal(fetched.length);
  });

  it('begins autoplay in sight before an observer reports it', async () => {
    const { IntersectionObserver: Own } = window;
    const asked: string[] = [];
    const askAs = (name: string) => (element: VhPlayer) =>
      (element.playback = () => {
        asked.push(name);
        return new Promise(() => {});
      });
    window.IntersectionObserver = class extends Own {
      override observe(): void {
        // Never reports.
      }
    };
    try {
      const markup = '<div><div style="height: 5000px"></div><vh-player autoplay muted></vh-player></div>';
      const below = await PlayerHarness.create(markup, askAs('below'));
      player = await PlayerHarness.create('load="now"', askAs('now'));
      await until(() => asked.length === 1);
      expect(asked).to.deep.equal(['now']);
      below.remove();
      player.remove();
      player = await PlayerHarness.create('autoplay muted', askAs('in sight'));
      await until(() => asked.length === 2);
      expect(asked).to.deep.equal(['now', 'in sight']);
    } finally {
      window.IntersectionObserver = Own;
    }
  });

  it('opens the video while the first segment is on its way', async () => {
    // A managed source is the engine's business.
    if ('ManagedMediaSource' in window) return;
    const own = window.fetch.bind(window);
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => (letGo = resolve));
    const waiting: (AbortSignal | null | undefined)[] = [];
    window.fetch = async (...request) => {
      const [url, { signal } = {}] = request;
      if (typeof url === 'string' && url.includes('.m4s')) {
        waiting.push(signal);
        await isFree;
      }
      return own(...request);
    };
    try {
      player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
      const { element } = player;
      const played = element.play();
      await until(() => element.media.src.startsWith('blob:'));
      // The start has not given up on it yet: it was the start that opened the video.
      expect(waiting.map((signal) => signal?.aborted)).to.not.include(true);
      letGo();
      await played;
      await player.untilPlayed(0.2);
    } finally {
      window.fetch = own;
    }
  });
});
