import { expect } from 'chai';
import { renderPlayback } from '../../../../src/backend/playbacks/render-playback.ts';
import type { Playback } from '../../../../src/core/wire/playback.ts';
import type { PlaybackReason } from '../../../../src/playback/source/playback-request.ts';
import { cells } from '../../../support/division.ts';
import { requested } from '../../../support/elements/page-requests.ts';
import { PlayerHarness, until } from '../../../support/elements/player-harness.ts';

const HOUR = 3_600_000;
const time = (fromNow: number) => new Date(Date.now() + fromNow).toISOString();
let tokens = 0;
/** A token that holds until it is ended. */
const newToken = () => `t${Date.now().toString(36)}-${++tokens}`;
const end = (token: string) => fetch(`/media/private/${token}/end`);

/** A private film, each of whose playbacks has a token of its own. */
class PrivateFilm {
  readonly reasons: PlaybackReason[] = [];
  readonly given: string[] = [];
  readonly #file: string;
  readonly #status: number;
  readonly #times: () => Partial<Playback>;

  constructor(file: string, status = 403, times: () => Partial<Playback> = () => ({})) {
    this.#file = file;
    this.#status = status;
    this.#times = times;
  }

  readonly playback = (reason: PlaybackReason): Playback => {
    this.reasons.push(reason);
    return this.make();
  };

  make(more: Partial<Playback> = this.#times()): Playback {
    const token = newToken();
    this.given.push(token);
    const url = `/media/private/${token}/${this.#status}/${this.#file}`;
    return {
      ...{ kind: 'video', id: 'vi1', state: 'playable', playlists: [], captions: [], chapters: [] },
      ...(this.#file.endsWith('.m3u8') ? { hls: url } : { mp4: url }),
      ...more,
    };
  }

  /** Ends every token that was given so far. */
  async end(): Promise<void> {
    await Promise.all(this.given.map(end));
  }
}

describe('<vh-player> with a private video', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const play = async (film: PrivateFilm) => {
    player = await PlayerHarness.create(
      'muted without-memory',
      (element) => (element.playback = film.playback),
    );
    await player.element.play();
    await player.untilPlayed(0.3);
  };

  for (const status of cells([401, 403, 404])) {
    it(`resumes with fresh addresses when the present ones are answered with ${status}`, async () => {
      const film = new PrivateFilm('long.m3u8', status);
      await play(film);
      const { element } = player;
      const sources: string[] = [];
      for (const type of ['emptied', 'error']) element.addEventListener(type, () => sources.push(type));
      await film.end();
      element.currentTime = 50;
      await player.untilPlayed(50.5);
      expect(film.reasons).to.deep.equal(['start', 'refused']);
      expect(sources).to.deep.equal([]);
    });
  }

  it('has fresh addresses before the old ones end, and stands nowhere', async () => {
    // The last quarter begins while the film plays.
    const film = new PrivateFilm('long.m3u8', 403, () => ({
      issuedAt: time(-HOUR),
      expiresAt: time(-HOUR + 4_000),
    }));
    await play(film);
    const { element } = player;
    await until(() => film.reasons.length > 1 || element.currentTime > 5);
    element.currentTime = 50;
    await player.untilPlayed(50.3);
    expect(film.reasons[1]).to.equal('expiring');
    const [first] = film.given;
    await until(async () => (await requested('/media/private/')).at(-1)?.includes(`/${first}/`) === false);
    expect(film.reasons).to.not.include('refused');
  });

  it('ends with what the service says when fresh addresses are refused, too', async () => {
    const film = new PrivateFilm('master.m3u8');
    player = await PlayerHarness.create('muted', (element) => {
      element.playback = async (reason) => {
        const playback = film.playback(reason);
        await film.end();
        return playback;
      };
    });
    const codes: string[] = [];
    player.element.addEventListener('vh-error', ({ code }) => codes.push(code));
    player.element.play().catch(() => {});
    await until(() => player.message !== undefined);
    expect(codes).to.deep.equal(['media-forbidden']);
    expect(film.reasons.length).to.be.within(2, 4);
  });

  it('takes another file at the next start when its address has ended in a pause', async () => {
    const film = new PrivateFilm('film.mp4', 403, () => ({
      issuedAt: time(-HOUR),
      expiresAt: time(-HOUR + 3_000),
    }));
    await play(film);
    const { element } = player;
    element.pause();
    element.currentTime = 2;
    const begun = performance.now();
    await until(() => !element.seeking && performance.now() - begun > 3_000);
    await film.end();
    await element.play();
    await player.untilPlayed(2.3);
    expect(element.currentTime).to.be.below(6);
    expect(film.reasons).to.deep.equal(['start', 'expiring']);
    expect(element.error).to.equal(null);
  });

  it('asks its backend in place of a playback that has grown old in the page', async () => {
    const film = new PrivateFilm('master.m3u8', 404);
    const written = film.make({ issuedAt: time(-25 * HOUR), expiresAt: time(-HOUR) });
    await film.end();
    const fresh = film.make();
    const { fetch: own } = globalThis;
    const asked: string[] = [];
    globalThis.fetch = (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (!url.startsWith('/backend/')) return own(input, init);
      asked.push(url);
      return Promise.resolve(
        new Response(JSON.stringify(fresh), { headers: { 'content-type': 'application/json' } }),
      );
    };
    try {
      player = await PlayerHarness.create(
        `<vh-player muted backend="/backend" video-id="vi1">${renderPlayback(written)}</vh-player>`,
      );
      await player.element.play();
      await player.untilPlayed(0.2);
    } finally {
      globalThis.fetch = own;
    }
    expect(asked).to.deep.equal(['/backend/playback/videos/vi1']);
    const [old] = film.given;
    expect(await requested(`/media/private/${old}/404`)).to.deep.equal([]);
  });
});
