import { expect } from 'chai';
import { HeldTimers } from '../../support/held-timers.ts';
import { requested } from '../../support/elements/page-requests.ts';
import { FILMS, next, PlayerHarness, until } from '../../support/elements/player-harness.ts';
import { settled } from '../../support/until.ts';
import { words } from '../../support/words.ts';

describe('<vh-player> playing', () => {
  let player: PlayerHarness;
  afterEach(() => player.remove());

  it('shows frames of HLS, to the end, and plays again', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" start-time="7" muted`);
    // Firefox may report a frame twice: at rest, and when it starts to play.
    const shown = new Set<number>();
    player.element.requestVideoFrameCallback(function count(_now, { mediaTime }) {
      shown.add(mediaTime);
      player.element.requestVideoFrameCallback(count);
    });
    await player.element.play();
    expect(player.element.currentTime).to.be.greaterThan(6.5);
    expect(player.element.currentSrc).to.match(/\/media\/hls\/master\.m3u8$/);
    await player.until(() => player.element.ended);
    await player.until(() => player.has(words('player.replay')));
    player.control(words('player.replay')).click();
    await player.until(() => player.element.currentTime > 0 && player.element.currentTime < 6);
    // A busy machine may show one frame only of the second before.
    await player.until(() => shown.size > 1);
  });

  it('without a poster: it does not request the page as a picture', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    await player.element.play();
    await player.untilPlayed(0.2);
    // Each page load starts the list of requests over.
    expect(await requested('/media/')).to.not.deep.equal([]);
    expect(player.element.media.hasAttribute('poster')).to.equal(false);
    expect(player.element.poster).to.equal('');
  });

  it('takes a playlist that came along for the one at its address', async () => {
    const path = '/media/hls/inlined.m3u8';
    const url = new URL(path, location.href).href;
    const text = await (await fetch(FILMS.hls)).text();
    player = await PlayerHarness.create('muted', (element) => {
      const playlists = [{ url, text }];
      element.playback = {
        ...{ kind: 'video', id: 'a', state: 'playable', hls: url, playlists, captions: [], chapters: [] },
      };
    });
    await player.element.play();
    await player.untilPlayed(0.2);
    expect(await requested(path)).to.deep.equal([]);
    expect(await requested('/media/hls/')).to.not.deep.equal([]);
  });

  it('stops at its end time', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" start-time="1" end-time="1.5" muted`);
    await player.element.play();
    await next(player.element, 'pause');
    expect(player.element.currentTime).to.be.within(1.4, 2.2);
  });

  it('fires each native event once, with native flags', async () => {
    player = await PlayerHarness.create(`src="${FILMS.mp4}" muted`);
    const seen: Event[] = [];
    const outside: Event[] = [];
    for (const type of ['play', 'playing', 'pause', 'loadedmetadata', 'volumechange']) {
      player.element.addEventListener(type, (event) => seen.push(event));
      document.addEventListener(type, (event) => outside.push(event));
    }
    await player.element.play();
    player.element.pause();
    await player.until(() => seen.some(({ type }) => type === 'pause'));
    const types = seen.map(({ type }) => type);
    expect(new Set(types).size).to.equal(types.length);
    expect(types).to.include.members(['play', 'playing', 'pause', 'loadedmetadata']);
    for (const event of seen) {
      expect(event.target).to.equal(player.element);
      expect([event.bubbles, event.composed]).to.deep.equal([false, false]);
    }
    expect(outside).to.deep.equal([]);
  });

  it('turns to another source, from HLS to a file and back', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    for (const [film, seconds] of [
      [FILMS.mp4, 4],
      [FILMS.hls, 8],
    ] as const) {
      player.element.src = film;
      await player.element.play();
      await player.untilPlayed(0.2);
      // WebKitGTK corrects its first guess once the film plays.
      await until(() => Math.abs(player.element.duration - seconds) < 0.2);
    }
  });

  it('keeps playing when it is moved', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    await player.element.play();
    await player.untilPlayed(0.3);
    const other = document.createElement('section');
    document.body.append(other);
    other.append(player.element);
    const { currentTime } = player.element;
    await player.untilPlayed(currentTime + 0.5);
    expect(player.element.error).to.equal(null);
    other.remove();
  });

  for (const film of [FILMS.hls, FILMS.mp4])
    it(`only pauses when it is removed, as a video does, and goes on where it was: ${film}`, async () => {
      player = await PlayerHarness.create(`src="${film}" muted without-memory`);
      const { element } = player;
      const box = element.parentElement;
      // Neither a seek nor, once it plays, another rate, which WebKitGTK sets by a seek: after one in a file that still
      // loads, a <video> there never becomes ready again, and its next play() never resolves.
      element.playbackRate = 1.25;
      await element.play();
      await player.untilPlayed(0.8);
      const loads: Event[] = [];
      for (const type of ['emptied', 'loadstart'])
        element.addEventListener(type, (event) => loads.push(event));
      const paused = next(element, 'pause');
      element.remove();
      await paused;
      const { currentTime } = element;
      box?.append(element);
      await settled();
      // Its clock stops a moment after the event.
      expect(element.currentTime).to.be.closeTo(currentTime, 0.1);
      expect(element.paused).to.equal(true);
      expect(player.bigButton).to.equal(null);
      await element.play();
      await player.untilPlayed(currentTime);
      expect(element.playbackRate).to.equal(1.25);
      expect(loads).to.deep.equal([]);
    });

  it('releases everything once it is out of the page for long, and begins where it was', async () => {
    const held = new HeldTimers(20_000);
    try {
      player = await PlayerHarness.create(`src="${FILMS.hls}" muted without-memory`);
      const { element } = player;
      const box = element.parentElement;
      await element.play();
      element.currentTime = 5;
      element.playbackRate = 1.25;
      await next(element, 'seeked');
      element.remove();
      await until(() => held.size > 0);
      expect(element.readyState).to.be.greaterThan(0);
      held.elapse();
      await until(() => element.media.readyState === 0);
      expect(element.media.getAttribute('src')).to.equal(null);
      expect(element.textTracks.length).to.equal(0);
      box?.append(element);
      await player.until(() => player.bigButton !== null);
      await element.play();
      expect(element.currentTime).to.be.within(4.9, 7);
      expect(element.playbackRate).to.equal(1.25);
    } finally {
      held.restore();
    }
  });

  it('survives a thousand sources', async () => {
    player = await PlayerHarness.create('muted preload="auto"');
    const errors: Event[] = [];
    player.element.addEventListener('vh-error', (event) => errors.push(event));
    for (let turn = 0; turn < 1_000; turn++) {
      player.element.src = `${turn % 2 ? FILMS.mp4 : FILMS.hls}?${turn}`;
      if (turn % 100 === 0) await next(player.element, 'loadstart');
      else await player.element.updateComplete;
    }
    player.element.src = FILMS.hls;
    await player.element.play();
    await player.untilPlayed(0.3);
    expect(errors).to.deep.equal([]);
    expect(player.element.textTracks.length).to.equal(2);
  });

  it('rejects play() as a native element does when its source is taken away', async () => {
    player = await PlayerHarness.create(`src="${FILMS.hls}" muted`);
    const play = player.element.play().catch((error: unknown) => error);
    player.element.src = FILMS.mp4;
    expect(await play).to.have.property('name', 'AbortError');
    expect(player.element.paused).to.equal(true);
  });

  it('takes another source at once, also while its controls wait for the picture', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    player = await PlayerHarness.create('muted', (element) => {
      element.playback = () => new Promise(() => {});
    });
    // The wait of the controls has no end.
    AbortSignal.timeout = () => new AbortController().signal;
    try {
      const reported = next(player.element, 'play');
      const play = player.element.play().catch((error: unknown) => error);
      await reported;
      await settled();
      player.element.playback = undefined;
      player.element.src = FILMS.mp4;
      expect(await play).to.have.property('name', 'AbortError');
    } finally {
      AbortSignal.timeout = timeout;
    }
  });

  it('plays what comes when play() came first', async () => {
    player = await PlayerHarness.create('muted');
    const play = player.element.play();
    player.element.src = FILMS.mp4;
    await play;
    await player.untilPlayed(0.2);
  });

  for (const [kind, media] of Object.entries({ HLS: { hls: FILMS.hls }, MP4: { mp4: FILMS.mp4 } })) {
    it(`keeps to play() until it knows what to play: ${kind}`, async () => {
      player = await PlayerHarness.create('muted', (element) => {
        const reported = next(element, 'play');
        element.playback = () =>
          reported.then(() => ({
            ...{ kind: 'video', id: 'a', state: 'playable', ...media },
            ...{ playlists: [], captions: [], chapters: [] },
          }));
      });
      await player.element.play();
      await player.untilPlayed(0.2);
    });
  }

  it('chooses among its sources', async () => {
    player = await PlayerHarness.create(
      `<vh-player muted><source src="/media/a.xyz" type="video/unheard-of"><source src="${FILMS.mp4}" type="video/mp4"></vh-player>`,
    );
    await player.element.play();
    expect(player.element.currentSrc).to.match(/dusk\.mp4$/);
  });

  it('tries the next source when one is dead', async () => {
    player = await PlayerHarness.create(
      `<vh-player muted><source src="${FILMS.goneFile}"><source src="${FILMS.mp4}"></vh-player>`,
    );
    player.element.play().catch(() => {});
    await player.untilPlayed(0.2);
    expect(player.element.currentSrc).to.match(/dusk\.mp4$/);
  });

  it('plays a stream that a page has made', async () => {
    player = await PlayerHarness.create('muted');
    const canvas = document.createElement('canvas');
    const stream = canvas.captureStream();
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
    player.element.srcObject = stream;
    expect(player.element.srcObject).to.equal(stream);
    await player.element.play();
    await player.until(() => player.hasControls);
    player.element.srcObject = null;
    player.element.src = FILMS.mp4;
    await player.element.play();
    await player.untilPlayed(0.2);
  });
});
