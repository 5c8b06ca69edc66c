/** A media element under test: a `<video>`, or a `<vh-player>`. */
export type MediaUnderTest = HTMLElement & Omit<HTMLVideoElement, keyof HTMLElement>;

/** The addresses by the names that steps have for them. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'mp4': '/media/dusk.mp4',
  'hls': '/media/hls/master.m3u8',
  'gone.mp4': '/media/gone.mp4',
  'gone.m3u8': '/media/hls/gone.m3u8',
};

/** Events whose order a page may rely on. */
const TOLD = ['play', 'pause', 'ended', 'error', 'loadedmetadata'];

/** What can be seen of an element: what it says, and what it shows. */
export type Snapshot = Readonly<Record<string, unknown>>;

/** One element, to which steps are done. */
export class Subject {
  readonly element: MediaUnderTest;
  readonly #box: HTMLElement;
  /** Events and outcomes since the last look. */
  #told: string[] = [];
  #tellsVolume = false;
  #plays = 0;
  #frame: number | undefined;
  /** Where the clock stood at the last look. */
  #clock = 0;
  /** False once it has played: where it stands is then a matter of when it was looked at. */
  #isExact = true;

  constructor(element: MediaUnderTest, box: HTMLElement) {
    this.element = element;
    this.#box = box;
    for (const type of TOLD) element.addEventListener(type, () => this.#told.push(type));
    element.addEventListener('volumechange', () => (this.#tellsVolume = true));
    element.addEventListener('emptied', () => (this.#frame = undefined));
    element.addEventListener('playing', () => (this.#isExact = false));
    const count: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      this.#frame = mediaTime;
      element.requestVideoFrameCallback(count);
    };
    element.requestVideoFrameCallback(count);
  }

  /** Does one step; returns the name of what it throws. */
  do(step: string): string | undefined {
    try {
      this.#do(step);
      return undefined;
    } catch (error) {
      return error instanceof Error || error instanceof DOMException ? error.name : 'unknown';
    }
  }

  /** What is true at once after a step. */
  get present(): Snapshot {
    const {
      paused,
      muted,
      volume,
      loop,
      autoplay,
      playbackRate,
      defaultPlaybackRate,
      defaultMuted,
      preload,
    } = this.element;
    const { src } = this.element;
    const set = { muted, volume, loop, autoplay, playbackRate, defaultPlaybackRate, defaultMuted, preload };
    return { paused, ...set, src: new URL(src, location.href).pathname };
  }

  /** What is true once it has settled. */
  get settled(): Snapshot {
    const { ended, seeking, error, readyState, networkState, duration, currentTime, videoWidth, paused } =
      this.element;
    const { seekable } = this.element;
    const isStanding = paused && readyState > 1;
    return {
      ...this.present,
      ...{
        ended,
        seeking,
        'error': error?.code,
        'has metadata': readyState > 0,
        'has a picture': readyState > 1,
      },
      'network': ['empty', 'has a source', 'has a source', 'has no source'][networkState],
      'duration': rounded(duration),
      'has a size': videoWidth > 0,
      'seekable': seekable.length > 0 ? rounded(seekable.end(seekable.length - 1)) : undefined,
      'place': this.#isExact && !(!paused && !ended) ? rounded(currentTime) : undefined,
      'frame': this.#isExact && isStanding && this.#frame !== undefined ? rounded(this.#frame) : undefined,
      'plays': !paused && !ended && currentTime !== this.#clock,
      'told': this.#told.join(' '),
      'tells of the volume': this.#tellsVolume,
    };
  }

  /** True once nothing more happens to it by itself. Holds for a `<video>`. */
  get isSettled(): boolean {
    const { error, seeking, networkState, readyState, paused, ended, autoplay, currentTime } = this.element;
    if (networkState === 0 || networkState === 3 || error) return true;
    if (seeking) return false;
    if (readyState === 0) return networkState === 1 && paused && !autoplay;
    if (ended) return true;
    if (paused) return readyState > 1 && (!autoplay || readyState > 3);
    return readyState > 2 && Math.abs(currentTime - this.#clock) > 0.15;
  }

  /** From here on, the next look begins. */
  look(): void {
    this.#told = [];
    this.#tellsVolume = false;
    this.#clock = this.element.currentTime;
  }

  #do(step: string): void {
    const { element } = this;
    const [, dot, name = '', value] = /^(\.?)([\w-]+)(?:=(.*))?$/.exec(step) ?? [];
    if (step === 'insert') this.#box.append(element);
    else if (step === 'remove') element.remove();
    else if (step === 'play()') this.#play();
    else if (step === 'pause()') element.pause();
    else if (step === 'load()') element.load();
    else if (step.startsWith('-')) element.removeAttribute(step.slice(1));
    else if (dot) this.#set(name, JSON.parse(value ?? 'null'));
    else element.setAttribute(name, name === 'src' ? (ADDRESSES[value ?? ''] ?? '') : (value ?? ''));
  }

  #set(name: string, value: unknown): void {
    if (name === 'currentTime' && this.element.paused) this.#isExact = true;
    Reflect.set(this.element, name, name === 'src' ? ADDRESSES[String(value)] : value);
  }

  #play(): void {
    const number = ++this.#plays;
    this.element.play().then(
      () => this.#told.push(`play-${String(number)}`),
      (error: unknown) =>
        this.#told.push(`${error instanceof DOMException ? error.name : 'unknown'}-${String(number)}`),
    );
  }
}

/** To a third of a second: encoders and containers differ by less. */
const rounded = (seconds: number): number =>
  Number.isFinite(seconds) ? Math.round(seconds * 3) / 3 : seconds;
