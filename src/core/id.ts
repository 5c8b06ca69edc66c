const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** True for what may stand as an identifier in a path: no separator, no dot, nothing to decode. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
