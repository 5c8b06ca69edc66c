import { expect } from 'chai';
import { PlaybackEngine } from '../../src/playback/playback-engine.ts';
import { settled, until } from '../support/until.ts';

const FILM = '/media/dusk.mp4';
/** No browser connects to this port. */
const NOWHERE = 'http://127.0.0.1:9/dusk.mp4';

describe('a playback that a broken network has ended', () => {
  const { fetch } = globalThis;
  let engine: PlaybackEngine;
  let media: HTMLVideoElement;
  let isDown: boolean;
  let asked: number;
  beforeEach(() => {
    isDown = true;
    asked = 0;
    globalThis.fetch = () => {
      asked++;
      return isDown
        ? Promise.reject(new TypeError('The network is down.'))
        : Promise.resolve(new Response('film'));
    };
    media = document.createElement('video');
    media.muted = true;
    document.body.append(media);
    engine = new PlaybackEngine(media);
    const none = { playlists: [], captions: [], chapters: [] };
    const playback = () => ({ id: 'a', mp4: isDown ? NOWHERE : FILM, ...none });
    engine.use({ playback: () => ({ kind: 'video', state: 'playable', ...playback() }) }, 1);
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    engine.release();
    media.remove();
  });

  const untilFailed = async () => {
    await until(
      () => engine.store.state.status === 'failed',
      () => engine.store.state.status,
    );
    const { state } = engine.store;
    expect(state.status === 'failed' && state.error.code).to.equal('media-network');
  };

  it('resumes at its position once the network is back', async () => {
    const refused = await engine.play().catch((error: unknown) => error);
    expect(refused).to.have.property('name', 'NotSupportedError');
    await untilFailed();
    // While it is away, it is asked for again and again.
    const before = asked;
    await until(() => asked > before);
    expect(engine.store.state.status).to.equal('failed');
    isDown = false;
    await until(
      () => media.currentTime > 1.2 && !media.paused,
      () => [engine.store.state.status, media.currentTime],
    );
  });

  describe('before anything was known of it', () => {
    const online = () => globalThis.dispatchEvent(new Event('online'));
    /** Whatever that begins has begun. */
    const onlineAndSettled = async () => {
      online();
      await settled();
    };
    const lost = () => Promise.reject<Response>(new TypeError('The network is down.'));
    const film = () =>
      Promise.resolve(
        Response.json({
          ...{ kind: 'video', id: 'a', state: 'playable', mp4: FILM },
          ...{ playlists: [], captions: [], chapters: [] },
        }),
      );
    let answer: () => Promise<Response>;
    beforeEach(() => {
      answer = lost;
      globalThis.fetch = () => {
        asked++;
        return answer();
      };
      engine.use({ backend: '/vh', videoId: 'a' });
    });
    const failed = () => engine.store.state.status === 'failed';

    it('asks again and plays when the browser says that the line is back, if it was to play', async () => {
      engine.play().catch(() => undefined);
      await until(failed);
      expect(engine.store.state).to.have.nested.property('error.code', 'network');
      const before = asked;
      online();
      await until(() => asked > before && failed());
      // Whoever waits still waits.
      answer = film;
      online();
      await until(() => media.currentTime > 0 && !media.paused);
      const after = asked;
      await onlineAndSettled();
      expect(asked).to.equal(after);
    });

    it('asks nothing by itself where nobody has pressed, or what was pressed is gone', async () => {
      await engine.resolve();
      expect(failed()).to.equal(true);
      answer = film;
      await onlineAndSettled();
      expect(failed()).to.equal(true);
      answer = lost;
      engine.retry().catch(() => undefined);
      await until(failed);
      answer = film;
      engine.use({ src: FILM });
      await onlineAndSettled();
      expect([engine.store.state.status, media.paused]).to.deep.equal(['idle', true]);
    });

    it('does not take a server that answers for a lost line', async () => {
      answer = () => Promise.resolve(new Response('', { status: 503 }));
      engine.play().catch(() => undefined);
      await until(failed);
      answer = film;
      const before = asked;
      await onlineAndSettled();
      expect([failed(), asked]).to.deep.equal([true, before]);
    });
  });
});
