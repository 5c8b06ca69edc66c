import type Hls from 'hls.js';
import type { CuesParsedData, NonNativeTextTracksData } from 'hls.js';

interface OwnTrack {
  element: HTMLTrackElement;
  /** What hls.js calls it: a playlist of the stream by its number, captions inside the picture by a name. */
  key: number | string;
}

/** Shows a stream's own captions as native text tracks: whoever asks the player for its tracks finds them. */
export class HlsCaptions {
  readonly #hls: Hls;
  readonly #media: HTMLVideoElement;
  readonly #life = new AbortController();
  // A track without a file counts as one that failed to load, and is not shown.
  readonly #empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
  #tracks: OwnTrack[] = [];

  constructor(hls: Hls, library: typeof Hls, media: HTMLVideoElement) {
    this.#hls = hls;
    this.#media = media;
    hls.on(library.Events.NON_NATIVE_TEXT_TRACKS_FOUND, (_event, data) => this.#addTracks(data));
    hls.on(library.Events.CUES_PARSED, (_event, data) => this.#addCues(data));
    media.textTracks.addEventListener('change', () => this.#follow(), { signal: this.#life.signal });
  }

  destroy(): void {
    this.#life.abort();
    for (const { element } of this.#tracks) element.remove();
    this.#tracks = [];
    URL.revokeObjectURL(this.#empty);
  }

  #addTracks({ tracks }: NonNativeTextTracksData): void {
    for (const { _id, kind, label, default: isDefault, subtitleTrack } of tracks) {
      const key = subtitleTrack?.id ?? _id ?? label;
      if (this.#tracks.some((known) => known.key === key)) continue;
      const element = document.createElement('track');
      element.kind = kind === 'subtitles' ? 'subtitles' : 'captions';
      element.label = label;
      element.srclang = subtitleTrack?.lang ?? '';
      element.src = this.#empty;
      this.#tracks.push({ element, key });
      this.#media.append(element);
      if (isDefault) element.track.mode = 'showing';
    }
    this.#follow();
  }

  #addCues({ cues, track: name, subtitleTrack }: CuesParsedData): void {
    const key = subtitleTrack?.id ?? name;
    const track = this.#tracks.find((own) => own.key === key)?.element.track;
    if (!track) return;
    for (const cue of cues as VTTCue[]) {
      if (!cue.id || !track.cues?.getCueById(cue.id)) track.addCue(cue);
    }
  }

  /** Fetches the cues of the track that is on, and of no other. */
  #follow(): void {
    const on = this.#tracks.find(
      ({ element, key }) => typeof key === 'number' && element.track.mode !== 'disabled',
    );
    const index = typeof on?.key === 'number' ? on.key : -1;
    if (this.#hls.subtitleTrack !== index) this.#hls.subtitleTrack = index;
  }
}
