import { nextTurn } from '../../core/async/next-turn.ts';
import { pageWide } from '../../core/page-wide.ts';

/** Languages that write whole numbers with the digits 0 to 9 wherever they are spoken, unless a tag asks for others. */
const PLAIN_DIGITS = /^(?:de|en|es|fr|he|hi|it|ja|ko|nl|pl|pt|ru|tr|uk|zh)(?=-|$)(?!.*-u-)/;

/** True for a language whose small numbers want none of the browser's data. */
export const hasPlainDigits = (locale: string): boolean => PLAIN_DIGITS.test(locale);

const formats = pageWide('number-formats/1', () => new Map<string, Intl.NumberFormat>());

/** A number format, made once: making one takes longer than all else that a row of an uploader does in a frame. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** A number as a language writes it; a small whole one without the browser's data about numbers, where that may be. */
export function formatCount(count: number, locale: string): string {
  const isPlain = Number.isInteger(count) && count >= 0 && count < 1_000 && hasPlainDigits(locale);
  return isPlain ? String(count) : numberFormat(locale).format(count);
}

/** A part of one as a language writes it; `percent` is the text around the number. */
export function formatPercent(
  share: number,
  { percent }: { readonly percent: string },
  locale: string,
): string {
  return percent.replace('{value}', formatCount(Math.round(share * 100), locale));
}

/** With the first format of a page, of whatever language, browsers read data for 10 to 40 ms: a turn for that alone. */
export async function readNumberData(): Promise<void> {
  if (formats.size > 0) return;
  await nextTurn();
  numberFormat('en');
  await nextTurn();
}
