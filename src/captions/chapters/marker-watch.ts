import { toMarkers, type Marker } from './markers.ts';

/** Seconds: media report their time four times a second; for a marker sooner than that a timer is set. */
const SOON_S = 0.4;

/** The members of a media element that it uses. */
export type MarkerMedia = Pick<
  HTMLMediaElement,
  'addEventListener' | 'currentTime' | 'ended' | 'paused' | 'playbackRate' | 'played' | 'seeking'
>;

/** Reports each marker that playback passes: once a pass, and of none that a seek leaps over. */
export class MarkerWatch {
  readonly #media: MarkerMedia;
  readonly #markers: () => readonly Marker[] | undefined;
  readonly #passed: (marker: Marker) => void;
  /** Seconds: up to here markers are reported; undefined while the media are sought or empty. */
  #from: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Follows the media for as long as they live, beginning with what they have played since that second. The list of
   * `markers` may be another one each time.
   */
  constructor(
    media: MarkerMedia,
    markers: () => readonly Marker[] | undefined,
    passed: (marker: Marker) => void,
    since: number,
  ) {
    this.#media = media;
    this.#markers = markers;
    this.#passed = passed;
    this.#from = media.seeking ? undefined : Math.max(since, beginOf(media));
    const look = () => this.look();
    for (const type of ['timeupdate', 'playing', 'ratechange', 'pause', 'ended'])
      this.#media.addEventListener(type, look);
    for (const type of ['seeking', 'emptied', 'loadstart'])
      this.#media.addEventListener(type, () => this.#begin(undefined));
    for (const type of ['seeked', 'loadedmetadata'])
      this.#media.addEventListener(type, () => this.#begin(this.#media.currentTime));
    this.look();
  }

  /** Reports the markers passed since the last look. */
  look(): void {
    const { currentTime, ended, paused, seeking } = this.#media;
    clearTimeout(this.#timer);
    const from = this.#from;
    if (from === undefined || seeking) return;
    // A marker at the very end is passed, too.
    const to = ended ? Infinity : currentTime;
    if (to < from) return void (this.#from = currentTime);
    this.#from = to;
    const markers = toMarkers(this.#markers());
    const passed = markers.filter(({ time }) => time >= from && time < to);
    if (!paused) this.#lookSoon(markers.find(({ time }) => time >= to)?.time);
    for (const { written } of passed) this.#passed(written);
  }

  #begin(from: number | undefined): void {
    clearTimeout(this.#timer);
    this.#from = from;
    if (from !== undefined) this.look();
  }

  #lookSoon(time = Infinity): void {
    const { currentTime, playbackRate } = this.#media;
    const away = time - currentTime;
    if (away > SOON_S * playbackRate || playbackRate <= 0) return;
    // Not before it: playback at the marker has not passed it.
    this.#timer = setTimeout(() => this.look(), (away / playbackRate) * 1_000 + 10);
  }
}

/** Seconds: where the media began to play in one go up to the present place. */
function beginOf({ played, currentTime }: MarkerMedia): number {
  for (let at = 0; at < played.length; at++)
    if (played.start(at) <= currentTime && currentTime <= played.end(at)) return played.start(at);
  return currentTime;
}
