import { expect } from 'chai';
import { HlsStream } from '../../../../src/playback/adapters/hls/hls-stream.ts';
import type { StreamPreferences } from '../../../../src/playback/stream/stream-preferences.ts';
import type { Stream } from '../../../../src/playback/stream/stream.ts';

const Events = {
  MANIFEST_PARSED: 'manifest',
  LEVELS_UPDATED: 'levels',
  LEVEL_SWITCHED: 'switched',
  LEVEL_UPDATED: 'updated',
  AUDIO_TRACKS_UPDATED: 'tracks',
  AUDIO_TRACK_SWITCHED: 'track',
  FRAG_BUFFERED: 'buffered',
};

const LEVELS = [
  { width: 320, height: 180, bitrate: 300_000, frameRate: 25, codecs: 'avc1.42c00d' },
  { width: 640, height: 360, bitrate: 800_000, frameRate: 25, codecs: 'avc1.42c01e' },
  { width: 1280, height: 720, bitrate: 2_500_000, frameRate: 25, codecs: 'avc1.64001f' },
];

/** hls.js as far as the stream uses it; `fire` is one of its events. */
class StandInHls {
  readonly #listeners = new Map<string, (event: string, data: unknown) => void>();
  readonly config = { liveSyncDuration: undefined as number | undefined };
  autoLevelCapping = -1;
  loadLevel = 0;
  nextLevel = -2;
  targetLatency: number | undefined;
  audioTrack = 0;
  audioTracks: object[] = [];
  iframeVariants: object[] = [];
  liveSyncPosition: number | null = null;
  latency = 0;
  abrEwmaDefaultEstimate = 40_000;
  bandwidthEstimate = 40_000;
  latestLevelDetails: { live: boolean; targetduration: number } | undefined;

  on(name: string, listener: (event: string, data: unknown) => void): void {
    this.#listeners.set(name, listener);
  }

  fire(name: string, data: unknown = {}): void {
    this.#listeners.get(name)?.(name, data);
  }
}

describe('HlsStream', () => {
  let stream: HlsStream;
  afterEach(() => stream.destroy());

  function stage(preferences: Partial<StreamPreferences> = {}) {
    const hls = new StandInHls();
    const media = document.createElement('video');
    const published: Stream[] = [];
    const all: StreamPreferences = { quality: 'auto', ...preferences };
    stream = new HlsStream(hls as never, { Events } as never, {
      media,
      preferences: all,
      changed: (state) => published.push(state),
    });
    const prefer = (more: Partial<StreamPreferences>) => stream.prefer({ ...all, ...more });
    return { hls, media, published, prefer };
  }

  it('publishes the renditions once, however often hls.js reports them', () => {
    const { hls, published } = stage();
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    hls.fire(Events.LEVEL_UPDATED);
    hls.fire(Events.LEVELS_UPDATED, { levels: LEVELS });
    expect(published).to.have.length(1);
    expect(published[0]?.qualities.map(({ height }) => height)).to.deep.equal([180, 360, 720]);
    hls.fire(Events.LEVEL_SWITCHED, { level: 1 });
    expect(published).to.have.length(2);
    expect(published[1]?.currentQuality?.height).to.equal(360);
  });

  it('says how fast the line is once hls.js has measured it, and not what it began with', () => {
    const { hls } = stage();
    hls.fire(Events.FRAG_BUFFERED);
    expect(stream.bandwidth).to.equal(undefined);
    hls.bandwidthEstimate = 8_000_000;
    hls.fire(Events.FRAG_BUFFERED);
    expect(stream.bandwidth).to.equal(8_000_000);
  });

  it('takes a choice made before the manifest, and the automatic choice again later', () => {
    const { hls, prefer } = stage({ quality: LEVELS[1] as never });
    expect(hls.nextLevel).to.equal(-2);
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    expect(hls.nextLevel).to.equal(1);
    prefer({ quality: 'auto' });
    expect(hls.loadLevel).to.equal(-1);
  });

  it('keeps both the automatic and the chosen rendition within the limit of the page', () => {
    const { hls, published, prefer } = stage({ maxResolution: 360 });
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    expect(hls.autoLevelCapping).to.equal(1);
    expect(published.at(-1)?.qualities.map(({ height }) => height)).to.deep.equal([180, 360]);
    prefer({ maxResolution: 360, quality: LEVELS[2] as never });
    expect(hls.nextLevel).to.equal(1);
  });

  describe('on a device that drops half of the frames', () => {
    function play(quality: StreamPreferences['quality'] = 'auto') {
      const staged = stage({ quality });
      const { hls, media } = staged;
      const state = { paused: false, currentTime: 0, frames: 0 };
      Object.defineProperties(media, {
        paused: { get: () => state.paused },
        currentTime: { get: () => state.currentTime },
        getVideoPlaybackQuality: {
          configurable: true,
          value: () => ({ droppedVideoFrames: state.frames / 2, totalVideoFrames: state.frames }),
        },
      });
      const pass = (seconds: number) => {
        for (let second = 0; second < seconds; second++) {
          state.currentTime += 1;
          state.frames += 25;
          media.dispatchEvent(new Event('timeupdate'));
        }
      };
      hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
      hls.fire(Events.LEVEL_SWITCHED, { level: 2 });
      return { ...staged, state, pass };
    }

    it('plays a smaller rendition at once, and keeps the choice automatic', () => {
      const { hls, pass, prefer } = play();
      pass(10);
      expect(hls.autoLevelCapping).to.equal(2);
      pass(1);
      expect([hls.autoLevelCapping, hls.nextLevel, hls.loadLevel]).to.deep.equal([1, 1, -1]);
      prefer({ maxResolution: 1080 });
      expect(hls.autoLevelCapping).to.equal(1);
    });

    it('leaves the buffer alone where there is no smaller rendition', () => {
      const { hls, pass } = play();
      hls.fire(Events.LEVEL_SWITCHED, { level: 0 });
      pass(40);
      expect(hls.nextLevel).to.equal(-2);
    });

    it('plays in a browser that counts no frames', () => {
      const { hls, media, pass } = play();
      Object.defineProperty(media, 'getVideoPlaybackQuality', { value: undefined });
      pass(20);
      expect(hls.autoLevelCapping).to.equal(2);
    });

    it('keeps the rendition that the viewer chose', () => {
      const { hls, pass } = play(LEVELS[2]);
      pass(30);
      expect([hls.autoLevelCapping, hls.nextLevel]).to.deep.equal([2, 2]);
    });

    it('counts no frames of a seek, of a pause or of double speed', () => {
      const { hls, media, state, pass } = play();
      pass(9);
      media.dispatchEvent(new Event('seeking'));
      pass(9);
      state.paused = true;
      pass(1);
      state.paused = false;
      pass(9);
      media.playbackRate = 2;
      pass(20);
      expect(hls.autoLevelCapping).to.equal(2);
    });
  });

  it('sets the target latency only when it changes', () => {
    const { hls, prefer } = stage({ targetLatency: 6 });
    expect(hls.targetLatency).to.equal(6);
    hls.config.liveSyncDuration = 6;
    hls.targetLatency = undefined;
    prefer({ targetLatency: 6 });
    expect(hls.targetLatency).to.equal(undefined);
    prefer({ targetLatency: 9 });
    expect(hls.targetLatency).to.equal(9);
  });

  it('names the kinds of audio tracks, and selects one by its id', () => {
    const { hls, published } = stage();
    hls.audioTracks = [
      { id: 7, name: 'English', lang: 'en', default: true },
      { id: 8, name: 'Described', lang: 'en', characteristics: 'public.accessibility.describes-video' },
      { id: 9, name: 'Deutsch', lang: 'de', default: false },
    ];
    hls.fire(Events.AUDIO_TRACKS_UPDATED);
    expect(published.at(-1)?.audioTracks.map(({ id, kind, enabled }) => [id, kind, enabled])).to.deep.equal([
      ['7', 'main', true],
      ['8', 'descriptions', false],
      ['9', 'alternative', false],
    ]);
    stream.selectAudioTrack('9');
    expect(hls.audioTrack).to.equal(2);
    stream.selectAudioTrack('unknown');
    expect(hls.audioTrack).to.equal(2);
  });

  it('says whether the viewer watches live', () => {
    const { hls, media, published } = stage();
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    expect(published.at(-1)?.live).to.equal(undefined);
    hls.latestLevelDetails = { live: true, targetduration: 2 };
    hls.liveSyncPosition = 60;
    hls.fire(Events.LEVEL_UPDATED);
    expect(published.at(-1)?.live).to.equal('behind');
    hls.liveSyncPosition = 1;
    media.dispatchEvent(new Event('timeupdate'));
    expect(published.at(-1)?.live).to.equal('at-edge');
  });

  it('looks at nothing else when the time of a live stream passes', () => {
    const { hls, media, published } = stage();
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    hls.latestLevelDetails = { live: true, targetduration: 2 };
    hls.liveSyncPosition = 60;
    hls.fire(Events.LEVEL_UPDATED);
    let looks = 0;
    Object.defineProperty(hls, 'iframeVariants', { get: () => ((looks += 1), []) });
    for (let at = 0; at < 4; at++) media.dispatchEvent(new Event('timeupdate'));
    expect([looks, published.length]).to.deep.equal([0, 2]);
    hls.liveSyncPosition = 1;
    media.dispatchEvent(new Event('timeupdate'));
    expect([looks, published.length]).to.deep.equal([1, 3]);
  });

  it('publishes nothing of the media after its end', () => {
    const { hls, media, published } = stage();
    hls.fire(Events.MANIFEST_PARSED, { levels: LEVELS });
    stream.destroy();
    hls.latestLevelDetails = { live: true, targetduration: 2 };
    hls.liveSyncPosition = 60;
    media.dispatchEvent(new Event('timeupdate'));
    expect(published).to.have.length(1);
  });
});
