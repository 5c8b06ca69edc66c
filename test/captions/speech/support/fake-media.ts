import { setMaxListeners } from 'node:events';

/** A narrator has a listener for each event of its media, and one signal ends them all; Node takes more than ten for a leak. */
setMaxListeners(30);

/** One cue of a fake track. */
export interface FakeCue {
  startTime: number;
  endTime: number;
  text: string;
}

/** A text track whose cues follow the clock of its media. */
export class FakeTrack extends EventTarget {
  kind: string;
  language: string;
  mode: 'disabled' | 'hidden' | 'showing' = 'hidden';
  cues: FakeCue[];
  activeCues: FakeCue[] = [];

  constructor(language: string, cues: FakeCue[] = [], kind = 'descriptions') {
    super();
    this.language = language;
    this.cues = cues;
    this.kind = kind;
  }

  follow(time: number): void {
    const active = this.cues.filter(({ startTime, endTime }) => startTime <= time && time < endTime);
    const isSame =
      active.length === this.activeCues.length && active.every((cue, at) => cue === this.activeCues[at]);
    this.activeCues = active;
    if (!isSame) this.dispatchEvent(new Event('cuechange'));
  }
}

/** A film of a minute that is where a test says. Like a browser's, it says of a new volume or speed a moment later. */
export class FakeMedia extends EventTarget {
  duration = 60;
  paused = false;
  ended = false;
  seeking = false;
  currentTime = 0;
  readonly tracks: FakeTrack[] = [];
  #volume = 0.8;
  #muted = false;
  #speed = 1;

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    if (volume !== this.#volume) this.#later('volumechange');
    this.#volume = volume;
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    if (muted !== this.#muted) this.#later('volumechange');
    this.#muted = muted;
  }

  get playbackRate(): number {
    return this.#speed;
  }

  set playbackRate(speed: number) {
    if (speed !== this.#speed) this.#later('ratechange');
    this.#speed = speed;
  }

  /** Plays on to a second, unless it stands. */
  playTo(seconds: number): void {
    if (this.paused || this.#speed === 0) return;
    this.#goTo(seconds);
    this.report('timeupdate');
  }

  seekTo(seconds: number): void {
    this.seeking = true;
    this.report('seeking');
    this.seeking = false;
    this.#goTo(seconds);
    this.report('seeked');
  }

  pause(): void {
    this.paused = true;
    this.report('pause');
  }

  play(): void {
    this.paused = this.ended = false;
    this.report('play');
  }

  end(): void {
    this.ended = this.paused = true;
    this.report('pause');
    this.report('ended');
  }

  report(type: string): void {
    this.dispatchEvent(new Event(type));
  }

  #goTo(seconds: number): void {
    this.currentTime = seconds;
    for (const track of this.tracks) track.follow(seconds);
  }

  #later(type: string): void {
    queueMicrotask(() => this.report(type));
  }
}
