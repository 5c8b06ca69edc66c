import { numberFormat } from '../../locales/format/number-format.ts';
import { formatTime as formatClock } from '../player/format/format-time.ts';

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A share of one, as a whole percentage. It says 100 only when all is there. */
export function formatPercent(share: number, locale: string): string {
  return numberFormat(locale, { style: 'percent' }).format(Math.floor(share * 100) / 100);
}

/** A number of bytes in a unit that a person can read; with `rate`, as bytes per second. */
export function formatBytes(bytes: number, locale: string, rate = ''): string {
  const step = stepOf(bytes);
  const unit = `${BYTES[step] ?? 'byte'}${rate}`;
  return numberFormat(locale, { style: 'unit', unit, ...digitsOf(bytes, step) }).format(bytes / 1000 ** step);
}

/** A part of some bytes and the whole, in one unit that only the whole names: 3.5 of 35 MB. */
export function formatPartOf(part: number, whole: number, locale: string): { sent: string; total: string } {
  const step = stepOf(whole);
  const sent = numberFormat(locale, digitsOf(part, step)).format(part / 1000 ** step);
  return { sent, total: formatBytes(whole, locale) };
}

/** Which unit: 0 for bytes, 1 for a thousand of them, and so on. */
function stepOf(bytes: number): number {
  return Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), BYTES.length - 1);
}

function digitsOf(bytes: number, step: number): Intl.NumberFormatOptions {
  return { maximumFractionDigits: bytes > 0 && bytes < 10 * 1000 ** step && step > 1 ? 1 : 0 };
}

/** Bytes a second. */
export function formatSpeed(speed: number, locale: string): string {
  return formatBytes(speed, locale, '-per-second');
}

/** A stretch of time in its largest unit, rounded so that it does not flicker. */
export function formatTime(seconds: number, locale: string): string {
  const [value, unit] =
    seconds < 60
      ? [Math.ceil(seconds / 5) * 5, 'second']
      : seconds < 5400
        ? [seconds / 60, 'minute']
        : [seconds / 3600, 'hour'];
  return numberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'second' ? 'narrow' : 'short',
    maximumFractionDigits: unit === 'hour' ? 1 : 0,
  }).format(value);
}

/** Whole seconds, for a countdown. */
export function formatSeconds(seconds: number, locale: string): string {
  if (seconds >= 100) return formatClock(seconds);
  return numberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow' }).format(seconds);
}

/** The length of a film, exact enough to compare: `4.2 sec`, `10:05`. */
export function formatLength(seconds: number, locale: string): string {
  if (seconds >= 60) return formatClock(seconds);
  const options = { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return numberFormat(locale, options).format(seconds);
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** A day as a language writes it, for a time in milliseconds since the epoch. */
export function formatDate(time: number, locale: string): string {
  const format = dates.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  dates.set(locale, format);
  return format.format(time);
}

/** A picture's pixels, across and down. */
export function formatSize(width: number, height: number): string {
  return `${String(width)} × ${String(height)}`;
}
