import { expect } from 'chai';
import fc from 'fast-check';
import { HlsTextTracks } from '../../../../../src/playback/adapters/hls/tracks/text-tracks.ts';
import { until } from '../../../../support/until.ts';

const Events = {
  NON_NATIVE_TEXT_TRACKS_FOUND: 'found',
  CUES_PARSED: 'cues',
  SUBTITLE_TRACK_LOADING: 'loading',
  SUBTITLE_TRACK_LOADED: 'loaded',
  FRAG_LOADING: 'fragment',
  SUBTITLE_FRAG_PROCESSED: 'processed',
  ERROR: 'error',
};

/** hls.js as far as text tracks use it; `fire` is one of its events. */
class StandInHls {
  readonly #listeners = new Map<string, (event: string, data: unknown) => void>();
  readonly latency = 0;
  subtitleTrack = -1;

  on(name: string, listener: (event: string, data: unknown) => void): void {
    this.#listeners.set(name, listener);
  }

  fire(name: string, data: unknown): void {
    this.#listeners.get(name)?.(name, data);
  }
}

/** A track as hls.js finds it in a multivariant playlist. */
const found = (id: number, more: object = {}, characteristics = '') => ({
  ...{ kind: 'subtitles', label: `Track ${id}`, default: false },
  subtitleTrack: { id, lang: 'de', characteristics },
  ...more,
});

describe('HlsTextTracks', () => {
  let hls: StandInHls;
  let media: HTMLVideoElement;
  let tracks: HlsTextTracks;
  beforeEach(() => {
    hls = new StandInHls();
    media = document.createElement('video');
    document.body.append(media);
    tracks = new HlsTextTracks(hls as never, { Events } as never, media);
  });
  afterEach(() => {
    tracks.destroy();
    media.remove();
  });

  const find = (...all: object[]) => hls.fire(Events.NON_NATIVE_TEXT_TRACKS_FOUND, { tracks: all });
  const listed = () =>
    [...media.textTracks].map(({ kind, label, language, mode }) => ({ kind, label, language, mode }));

  it('lists each track of the stream once', () => {
    find(found(0));
    find(found(0), found(1));
    expect(listed()).to.deep.equal([
      { kind: 'subtitles', label: 'Track 0', language: 'de', mode: 'disabled' },
      { kind: 'subtitles', label: 'Track 1', language: 'de', mode: 'disabled' },
    ]);
  });

  it('lists captions inside the picture, which have no playlist, by their name', () => {
    find({ _id: 'textTrack1', kind: 'captions', label: 'English', default: false });
    expect(listed()).to.deep.equal([{ kind: 'captions', label: 'English', language: '', mode: 'disabled' }]);
  });

  it('shows the default track, unless it describes the video', () => {
    find(found(0, { default: true }, 'public.accessibility.describes-video'), found(1, { default: true }));
    expect(listed().map(({ kind, mode }) => [kind, mode])).to.deep.equal([
      ['descriptions', 'disabled'],
      ['subtitles', 'showing'],
    ]);
  });

  it('has hls.js load the track that is shown, and none once it is switched off', async () => {
    find(found(0), found(1));
    expect(hls.subtitleTrack).to.equal(-1);
    media.textTracks[1]!.mode = 'hidden';
    await until(() => hls.subtitleTrack === 1);
    media.textTracks[1]!.mode = 'disabled';
    await until(() => hls.subtitleTrack === -1);
  });

  it('leaves nothing in the video element, and follows it no more', () => {
    find(found(0));
    const { track } = media.querySelector('track')!;
    tracks.destroy();
    expect(media.querySelectorAll('track')).to.have.length(0);
    track.mode = 'showing';
    expect(hls.subtitleTrack).to.equal(-1);
  });

  describe('cues', () => {
    type Line = readonly [start: number, text: string, id?: string];
    const parse = (...lines: Line[]) =>
      hls.fire(Events.CUES_PARSED, {
        track: 'default',
        subtitleTrack: { id: 0 },
        cues: lines.map(([start, text, id = '']) =>
          Object.assign(new VTTCue(start, start + 2, text), { id }),
        ),
      });
    const cues = () =>
      [...(media.textTracks[0]?.cues ?? [])].map((cue) => [cue.startTime, (cue as VTTCue).text] as const);
    beforeEach(() => {
      find(found(0));
      media.textTracks[0]!.mode = 'hidden';
    });

    it('go to the track of their playlist, and to no other', () => {
      find(found(1));
      media.textTracks[1]!.mode = 'hidden';
      parse([1, 'Hello']);
      expect(cues()).to.deep.equal([[1, 'Hello']]);
      expect(media.textTracks[1]!.cues).to.have.length(0);
    });

    it('are dropped where their track is unknown', () => {
      hls.fire(Events.CUES_PARSED, {
        track: 'default',
        subtitleTrack: { id: 7 },
        cues: [new VTTCue(1, 2, 'x')],
      });
      expect(cues()).to.deep.equal([]);
    });

    it('with an id that is there already are not added again', () => {
      parse([1, 'Hello', 'a']);
      parse([1, 'Hello', 'a']);
      expect(cues()).to.have.length(1);
    });

    it('stay two where the stream says the same line twice in a second', () => {
      parse([1, 'No!'], [1.3, 'No!']);
      expect(cues()).to.have.length(2);
    });

    it('stay two where the same line comes back later, or another line at the same time', () => {
      parse([1, 'No!']);
      parse([1.6, 'No!']);
      parse([1, 'Yes!']);
      expect(cues()).to.have.length(3);
    });

    it('of a second reading replace those of the first that was up to half a second off', () => {
      const times = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 30 });
      // In quarters of a second, so that the sums are exact.
      const shifts = fc.integer({ min: -2, max: 2 }).map((quarters) => quarters / 4);
      fc.assert(
        fc.property(times, shifts, (starts, shift) => {
          const track = media.textTracks[0]!;
          for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
          const lines = [...starts].sort((one, other) => one - other).map((at): Line => [at, `Line ${at}`]);
          parse(...lines.map(([at, text]): Line => [at + shift, text]));
          parse(...lines);
          expect(cues()).to.deep.equal(lines.map(([at, text]) => [at, text]));
        }),
        { numRuns: 50, seed: 20_261_126 },
      );
    });
  });
});
