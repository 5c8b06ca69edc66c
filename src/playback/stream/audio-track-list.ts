import type { StreamAudioTrack } from './stream.ts';

/** One sound track, as of a native media element: enabling it plays it in place of the other. */
export class AudioTrack implements StreamAudioTrack {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly kind: string;
  readonly #select: (id: string) => void;
  #enabled: boolean;

  constructor(track: StreamAudioTrack, select: (id: string) => void) {
    this.id = track.id;
    this.label = track.label;
    this.language = track.language;
    this.kind = track.kind;
    this.#enabled = track.enabled;
    this.#select = select;
  }

  get enabled(): boolean {
    return this.#enabled;
  }

  set enabled(value: boolean) {
    // One track plays at a time: the one that is chosen turns the others off.
    if (value && !this.#enabled) this.#select(this.id);
  }

  /** Takes over what the stream says; true if that is news. */
  update(enabled: boolean): boolean {
    const isNews = enabled !== this.#enabled;
    this.#enabled = enabled;
    return isNews;
  }
}

/** The sound tracks of a stream, shaped as `HTMLMediaElement.audioTracks`. */
export class AudioTrackList extends EventTarget implements Iterable<AudioTrack> {
  readonly [index: number]: AudioTrack;
  readonly #select: (id: string) => void;
  #tracks: readonly AudioTrack[] = [];

  constructor(select: (id: string) => void) {
    super();
    this.#select = select;
  }

  get length(): number {
    return this.#tracks.length;
  }

  getTrackById(id: string): AudioTrack | null {
    return this.#tracks.find((track) => track.id === id) ?? null;
  }

  [Symbol.iterator](): Iterator<AudioTrack> {
    return this.#tracks[Symbol.iterator]();
  }

  /** Takes over the tracks that a stream has now. */
  update(tracks: readonly StreamAudioTrack[]): void {
    const before = this.#tracks;
    this.#tracks = tracks.map((track) => this.getTrackById(track.id) ?? new AudioTrack(track, this.#select));
    for (let index = 0; index < before.length; index++) Reflect.deleteProperty(this, index);
    Object.assign(this, this.#tracks);
    const isChanged = tracks.filter(({ id, enabled }) => this.getTrackById(id)?.update(enabled)).length > 0;
    if (before.some(({ id }) => !this.getTrackById(id))) this.dispatchEvent(new Event('removetrack'));
    if (this.#tracks.some((track) => !before.includes(track))) this.dispatchEvent(new Event('addtrack'));
    if (isChanged) this.dispatchEvent(new Event('change'));
  }
}
