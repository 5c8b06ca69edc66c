import type { FileInfo, TrimRange } from '../../../../upload/index.ts';
import { numberFormat } from '../../../../locales/format/number-format.ts';

/** The two ends of a cut. */
export type CutEnd = keyof TrimRange;

/** Pictures a second of a film that does not say. */
const USUAL_FRAME_RATE = 30;
const PAGE_SECONDS = 10;

/** The stretch of one film that its author keeps: both ends lie between two pictures, with one picture between them at least. */
export class FilmCut {
  readonly duration: number;
  /** Seconds of one picture. */
  readonly frame: number;
  #range: TrimRange;

  constructor({ duration = 0, frameRate }: Pick<FileInfo, 'duration' | 'frameRate'>, range?: TrimRange) {
    this.duration = duration;
    this.frame = Math.min(1 / (frameRate ?? USUAL_FRAME_RATE), duration);
    this.#range = range ?? { start: 0, end: duration };
  }

  get range(): TrimRange {
    return this.#range;
  }

  get length(): number {
    return this.#range.end - this.#range.start;
  }

  /** True while nothing is cut off. */
  get isWhole(): boolean {
    const { start, end } = this.#range;
    return start < this.frame / 2 && end > this.duration - this.frame / 2;
  }

  /** How far an end may go. */
  limitsOf(which: CutEnd): { min: number; max: number } {
    const { start, end } = this.#range;
    return which === 'start'
      ? { min: 0, max: end - this.frame }
      : { min: start + this.frame, max: this.duration };
  }

  /** Moves an end to the picture that is nearest to a time. */
  move(which: CutEnd, time: number): void {
    const { min, max } = this.limitsOf(which);
    const snapped = time > this.duration - this.frame / 2 ? this.duration : this.#snap(time);
    this.#range = { ...this.#range, [which]: Math.min(Math.max(snapped, min), max) };
  }

  /** Moves an end as a key says. False for a key that does not. */
  press(which: CutEnd, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    const { min, max } = this.limitsOf(which);
    if (key === 'Home') this.move(which, min);
    else if (key === 'End') this.move(which, max);
    else {
      const step = this.#stepOf(key, shiftKey);
      if (step === undefined) return false;
      this.move(which, this.#range[which] + step);
    }
    return true;
  }

  reset(): void {
    this.#range = { start: 0, end: this.duration };
  }

  /** Time runs from left to right in every language, as in the player. */
  #stepOf(key: string, isLong: boolean): number | undefined {
    const step = isLong ? Math.max(1, this.frame) : this.frame;
    if (key === 'ArrowRight' || key === 'ArrowUp') return step;
    if (key === 'ArrowLeft' || key === 'ArrowDown') return -step;
    if (key === 'PageUp') return PAGE_SECONDS;
    return key === 'PageDown' ? -PAGE_SECONDS : undefined;
  }

  #snap(time: number): number {
    return this.frame > 0 ? Math.round(time / this.frame) * this.frame : 0;
  }
}

/** A time as exact as a cut is read: `0:12.4`, in the digits of the language. */
export function formatCutTime(seconds: number, locale: string): string {
  // To the tenth first: 59.97 s is a minute.
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const minutes = Math.floor(tenths / 600);
  const two = { minimumIntegerDigits: 2 } as const;
  const rest = numberFormat(locale, { ...two, minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const whole = numberFormat(locale, { useGrouping: false });
  const minute = numberFormat(locale, two);
  const hours = Math.floor(minutes / 60);
  const before = hours > 0 ? `${whole.format(hours)}:${minute.format(minutes % 60)}` : whole.format(minutes);
  return `${before}:${rest.format((tenths % 600) / 10)}`;
}
