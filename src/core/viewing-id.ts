import { pageWide } from './page-wide.ts';
import { makeUuidV7 } from './uuid-v7.ts';

const ids = pageWide('viewing-ids/1', () => new WeakMap<object, string>());

/**
 * The id of a viewing, a UUIDv7, by the object that identifies it: the engine's `request`, which is another one for each
 * replacement and the same for each retry. The first caller makes it: session events and the requests of media name
 * the same viewing.
 */
export function viewingIdOf(request: object): string {
  const id = ids.get(request) ?? makeUuidV7(Date.now());
  ids.set(request, id);
  return id;
}

/** Ends the viewing of an object, which is still the same: what follows of it is another one, with its own id. */
export function renewViewingId(request: object): void {
  ids.delete(request);
}

/** Whether a viewing is reported: a share of all viewings is, the `sampleRate` that the page has set. */
export function isSampled(viewingId: string, sampleRate: string | null): boolean {
  // The last digits of the id are random: every page decides the same of a viewing. No number means all, and so does an
  // empty text, which `Number` takes for 0.
  return !(Number.parseInt(viewingId.slice(-8), 16) / 2 ** 32 >= Number(sampleRate?.trim() || 1));
}
