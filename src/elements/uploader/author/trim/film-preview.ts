import type { FileInfo, TrimRange } from '../../../../upload/index.ts';

/** Pictures on the strip. */
const STRIP_PICTURES = 8;
/** Pixels of one, across: on a dense screen. */
const PICTURE_WIDTH_PX = 160;
/** Seconds that it goes back from a moment that the browser cannot decode, as Chromium cannot inside open groups. */
const STEP_BACK_S = 0.5;

/** A film that plays on the page, and the pictures of its strip. Where this browser cannot play it, there is neither. */
export class FilmPreview {
  readonly video = document.createElement('video');
  /** From the film's beginning to its end; one after the other is drawn. */
  readonly pictures: readonly HTMLCanvasElement[];
  readonly #address: string;
  readonly #ended = new AbortController();
  readonly #onChange: () => void;
  readonly #duration: number;
  /** True once this browser has shown that it can play the film. */
  #isThere = false;
  /** True while the film is loaded anew: until then it goes nowhere. */
  #isRecovering = false;
  #until: number | undefined;
  /** The time that is wanted next, while one is looked for. */
  #wanted: number | undefined;
  /** The time that was asked for last. */
  #asked = 0;

  constructor(file: Blob, { duration = 0, width = 16, height = 9 }: FileInfo, onChange: () => void) {
    this.#onChange = onChange;
    this.#duration = duration;
    this.#address = URL.createObjectURL(file);
    const { video } = this;
    const { signal } = this.#ended;
    video.className = 'trim-preview';
    video.part.add('trim-preview');
    video.playsInline = true;
    video.preload = 'auto';
    // What it shows is said by the handles; it has no controls.
    video.tabIndex = -1;
    video.setAttribute('aria-hidden', 'true');
    this.pictures = Array.from({ length: STRIP_PICTURES }, () => {
      const canvas = document.createElement('canvas');
      canvas.width = PICTURE_WIDTH_PX;
      canvas.height = Math.max(1, Math.round((PICTURE_WIDTH_PX * height) / width));
      return canvas;
    });
    for (const type of ['play', 'pause']) video.addEventListener(type, onChange, { signal });
    video.addEventListener('timeupdate', () => this.#stopAtEnd(), { signal });
    video.addEventListener('loadeddata', () => void this.#drawStrip(), { signal, once: true });
    video.src = this.#address;
  }

  /** True for a film that can be seen here. */
  get isThere(): boolean {
    return this.#isThere;
  }

  get isPlaying(): boolean {
    return !this.video.paused;
  }

  /** Shows the picture at a time; of several in a row, the last. */
  show(time: number): void {
    if (this.isPlaying) this.video.pause();
    this.#until = undefined;
    this.#wanted = time;
    if (this.#isThere && !this.video.seeking) this.#seek();
  }

  /** Plays a stretch from its start to its end, or stops. */
  toggle({ start, end }: TrimRange): void {
    const { video } = this;
    if (this.isPlaying) return video.pause();
    const isInside = this.#until === end && video.currentTime >= start && video.currentTime < end - 0.1;
    this.#until = end;
    this.#wanted = this.#isRecovering ? start : undefined;
    if (!isInside && !this.#isRecovering) this.#ask(start);
    // A page may forbid it: then it stays a picture.
    video.play().catch(() => {});
  }

  end(): void {
    this.#ended.abort();
    this.video.pause();
    URL.revokeObjectURL(this.#address);
    this.video.removeAttribute('src');
    this.video.load();
  }

  #seek(): void {
    if (this.#wanted === undefined || this.#isRecovering) return;
    // The very end of a film has no picture.
    this.#ask(Math.min(this.#wanted, Math.max(0, this.#duration - 0.01)));
    this.#wanted = undefined;
  }

  #ask(time: number): void {
    this.#asked = time;
    this.video.currentTime = time;
  }

  #stopAtEnd(): void {
    if (this.#until !== undefined && this.video.currentTime >= this.#until) this.video.pause();
  }

  /** Once, before the film is used: it has one place only. */
  async #drawStrip(): Promise<void> {
    const { signal } = this.#ended;
    for (const [index, canvas] of this.pictures.entries()) {
      if (!(await this.#find((this.#duration * (index + 0.5)) / this.pictures.length))) return;
      canvas.getContext('2d')?.drawImage(this.video, 0, 0, canvas.width, canvas.height);
    }
    this.#isThere = true;
    this.video.addEventListener('seeked', () => this.#seek(), { signal });
    this.video.addEventListener('error', () => void this.#recover(), { signal });
    this.#wanted ??= 0;
    this.#seek();
    this.#onChange();
  }

  /** Goes to a moment, or to one before it; false where none is left, and when the film is let go of. */
  async #find(time: number): Promise<boolean> {
    const isFound = once(this.video, 'seeked', this.#ended.signal);
    this.#ask(time);
    if (await isFound) return true;
    return (await this.#reload()) && time > 0 && this.#find(Math.max(0, time - STEP_BACK_S));
  }

  /** The film has failed at a moment, and would be silent from then on: shows what is wanted by now, or a picture before it. */
  async #recover(): Promise<void> {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    // A file that has gone from the device fails here, too: then there is nothing to see any more.
    this.#isThere = await this.#reload();
    this.#isRecovering = false;
    if (this.#isThere && this.#asked > 0) this.#wanted ??= Math.max(0, this.#asked - STEP_BACK_S);
    if (this.#isThere) this.#seek();
    this.#onChange();
  }

  #reload(): Promise<boolean> {
    const { signal } = this.#ended;
    if (signal.aborted) return Promise.resolve(false);
    const isLoaded = once(this.video, 'loadeddata', signal);
    this.video.load();
    return isLoaded;
  }
}

/** True when the event comes, false when the film is let go of. */
function once(target: EventTarget, type: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const heard = { signal, once: true };
    target.addEventListener(type, () => resolve(true), heard);
    target.addEventListener('error', () => resolve(false), heard);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}
