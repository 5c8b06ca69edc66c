import { expect } from 'chai';
import { cells } from '../../../support/division.ts';
import { FILMS, next, PlayerHarness, until } from '../../../support/elements/player-harness.ts';
import { words } from '../../../support/words.ts';

describe('<vh-player> with a source that fails', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  const table: [string, string, string, number][] = [
    ['a playlist that is not there', FILMS.gone, 'media-not-found', 4],
    ['a file that is not there', FILMS.goneFile, 'media-not-found', 4],
    ['a playlist that is none', FILMS.notAPlaylist, 'media-decode', 3],
    ['segments of no duration', FILMS.noDuration, 'media-decode', 3],
    ['a playlist without segments', FILMS.noSegments, 'media-decode', 3],
    ['segments that are not there', FILMS.missingSegment, 'media-not-found', 4],
    ['an unknown codec', FILMS.unknownCodec, 'media-unsupported', 4],
    ['a file that is no film', '/package.json', 'media-unsupported', 4],
  ];
  for (const [what, src, code, number] of cells(table, 3)) {
    it(`ends ${what} with ${code}, once`, async () => {
      player = await PlayerHarness.create(`src="${src}" muted`);
      const reported: string[] = [];
      player.element.addEventListener('error', () => reported.push('error'));
      player.element.addEventListener('vh-error', (event) => reported.push(event.code));
      const play = await player.element.play().then(
        () => next(player.element, 'vh-error'),
        (error: unknown) => error,
      );
      await until(() => reported.length > 0);
      expect(play).to.have.property('name').that.is.oneOf(['NotSupportedError', undefined]);
      await until(() => player.message !== undefined);
      expect(reported).to.deep.equal(['error', code]);
      expect(player.element.error).to.be.instanceOf(MediaError);
      expect(player.element.error?.code).to.equal(number);
      expect(player.element.paused).to.equal(true);
    });
  }

  it('offers one thing to do, and does it', async () => {
    player = await PlayerHarness.create(`src="${FILMS.gone}" muted preload="auto"`);
    await until(() => player.message !== undefined);
    player.control(words('player.retry')).click();
    // It says so, and keeps its message: nothing plays yet.
    await until(() => player.offers(words('player.buffering')));
    expect(player.message).to.equal(words('player.notFound'));
    await until(() => player.offers(words('player.retry')));
    expect(player.message).to.equal(words('player.notFound'));
    player.element.src = FILMS.hls;
    await player.element.play();
    await player.untilPlayed(0.2);
    expect(player.element.error).to.equal(null);
  });

  it('says whose doing it is: the service is there and busy, and the line is fine', async () => {
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(new Response('', { status: 503 }));
    try {
      player = await PlayerHarness.create('muted video-id="film" backend="/busy"');
      player.element.play().catch(() => {});
      await until(() => player.message !== undefined);
      expect(player.message).to.equal(words('player.busy'));
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('asks for a fresh playback once when its address is refused', async () => {
    const reasons: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = () => Promise.resolve(new Response('', { status: 403 }));
    try {
      player = await PlayerHarness.create('muted', (element) => {
        element.playback = (reason) => {
          reasons.push(reason);
          const mp4 = reason === 'refused' ? FILMS.mp4 : FILMS.goneFile;
          return {
            kind: 'video',
            id: 'a',
            state: 'playable',
            mp4,
            playlists: [],
            captions: [],
            chapters: [],
          };
        };
      });
      await player.element.play();
      await player.untilPlayed(0.2);
      expect(reasons).to.deep.equal(['start', 'refused']);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it("ends when the page's own function fails", async () => {
    player = await PlayerHarness.create('muted', (element) => {
      element.playback = () => {
        throw new TypeError('The site is down.');
      };
    });
    const { error } = await next(player.element, 'vh-error');
    expect(error.code).to.equal('unexpected-answer');
  });

  it('goes back to the button when the browser refuses to play', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}"`);
    const refusal = new DOMException('Not without a click.', 'NotAllowedError');
    player.element.media.play = () => Promise.reject(refusal);
    expect(await player.element.play().catch((error: unknown) => error)).to.equal(refusal);
    player.bigButton?.click();
    await player.element.updateComplete;
    expect(player.bigButton).to.not.equal(null);
    expect(player.element.error).to.equal(null);
  });

  it('says so when an id leads nowhere', async () => {
    player = await PlayerHarness.create('video-id="../../etc" asset-url="/media"');
    expect((await next(player.element, 'vh-error')).code).to.equal('invalid-use');
  });

  it('waits for a playlist that is still empty', async () => {
    player = await PlayerHarness.create('src="/media/hls/broken/empty.m3u8" preload="auto"');
    await until(() => player.facadeText.includes(words('player.processing')));
    expect(player.element.error).to.equal(null);
  });

  it('fires no event for a replaced source', async () => {
    player = await PlayerHarness.create(`src="${FILMS.gone}" muted`);
    const errors: Event[] = [];
    player.element.addEventListener('vh-error', (event) => errors.push(event));
    player.element.play().catch(() => {});
    player.element.src = FILMS.mp4;
    await player.element.play();
    await player.untilPlayed(2);
    expect(errors).to.deep.equal([]);
  });
});
