/** Bytes: a larger picture is refused, here as in the backend. The service's own limit is eight megabytes. */
export const MAX_POSTER_BYTES = 4 * 2 ** 20;

/** The pictures that a service takes. */
export type PosterType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The kind of a picture by its first bytes; undefined for anything else. A name and a type are only what somebody says. */
export function imageTypeOf(bytes: Uint8Array): PosterType | undefined {
  const has = (text: string, at: number) =>
    String.fromCharCode(...bytes.subarray(at, at + text.length)) === text;
  if (has('\u00ff\u00d8\u00ff', 0)) return 'image/jpeg';
  if (has('\u0089PNG\r\n\u001a\n', 0)) return 'image/png';
  return has('RIFF', 0) && has('WEBP', 8) ? 'image/webp' : undefined;
}
