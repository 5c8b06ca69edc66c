import { nextTurn } from '../../core/async/next-turn.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** A number format, made once: making one takes longer than all else that a row of an uploader does in a frame. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** With the first format of a page, of whatever language, browsers read data for 15 to 40 ms: a turn of its own for that. */
export async function readNumberData(): Promise<void> {
  if (formats.size > 0) return;
  await nextTurn();
  numberFormat('en');
  await nextTurn();
}
