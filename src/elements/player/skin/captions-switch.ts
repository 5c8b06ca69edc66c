/** The tracks of a video that are read along with it. */
function captionTracks(media: HTMLVideoElement): TextTrack[] {
  return [...media.textTracks].filter(({ kind }) => kind === 'captions' || kind === 'subtitles');
}

/** The track to begin with: the first of the viewer's languages that there is, else the first. */
function bestTrack(tracks: readonly TextTrack[], languages: readonly string[]): TextTrack | undefined {
  const base = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const language of languages) {
    const exact = tracks.find((track) => track.language.toLowerCase() === language.toLowerCase());
    const near = exact ?? tracks.find((track) => base(track.language) === base(language));
    if (near) return near;
  }
  return tracks[0];
}

/** Captions on and off. What was on last comes back. */
export class CaptionsSwitch {
  readonly #media: HTMLVideoElement;
  #last: TextTrack | undefined;

  constructor(media: HTMLVideoElement) {
    this.#media = media;
  }

  /** True where there is anything to switch. */
  get available(): boolean {
    return captionTracks(this.#media).length > 0;
  }

  /** The track that is on. */
  get showing(): TextTrack | undefined {
    return captionTracks(this.#media).find(({ mode }) => mode === 'showing');
  }

  /** Off where they are on, on where they are off. */
  toggle(): void {
    const tracks = captionTracks(this.#media);
    const { showing } = this;
    if (showing) {
      this.#last = showing;
      showing.mode = 'disabled';
      return;
    }
    const last = tracks.find((track) => track === this.#last);
    const track = last ?? bestTrack(tracks, navigator.languages);
    if (track) track.mode = 'showing';
  }
}
