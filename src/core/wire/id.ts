import { VhError } from '../errors/vh-error.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** True for an identifier that may stand in a path: no separator, no dot, nothing to decode. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Returns the identifier; throws a VhError when it may not stand in a path. */
export function requireId(id: string): string {
  if (!isId(id)) throw new VhError('invalid-use', 'An id holds letters, digits, "-" and "_" only.');
  return id;
}
