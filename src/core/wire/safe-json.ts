const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  "'": '\\u0027',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that no text in it can turn into markup: for a data block, and between single quotes in an attribute. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&'\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? '');
}
