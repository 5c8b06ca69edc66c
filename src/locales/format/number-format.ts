const formats = new Map<string, Intl.NumberFormat>();

/** A number format, made once: making one takes longer than all else that a row of an uploader does in a frame. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}
