import type { EarlyPress } from './early-events.ts';
import { makeUuidV7 } from '../uuid-v7.ts';

/**
 * The id of the viewing of a stored press, a UUIDv7 from its time and its random number: the same for the page that stored
 * it and for the one that delivers it.
 */
export function idOfPress(timeOrigin: number, { elapsed, storedAs }: EarlyPress): string {
  const upToVersion = makeUuidV7(timeOrigin + elapsed).slice(0, 15);
  const digits = Number(storedAs).toString(16).slice(2, 15).padEnd(13, '0');
  return `${upToVersion}${digits.slice(0, 3)}-8${digits.slice(3, 5)}0-0000${digits.slice(5)}`;
}
