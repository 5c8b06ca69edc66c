import { VhError } from '../../core/errors/vh-error.ts';
import type { BackendState } from './backend-state.ts';

/** More servers than this do not change one value at once, again and again before this one. */
const MAX_TRIES = 100;

/** Stores what `next` makes of the value of `key`, also where others change it meanwhile: no change is lost. */
export async function change(
  state: BackendState,
  key: string,
  next: (old: string | undefined) => string | undefined,
  seconds: number,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const old = await state.get(key);
    if (await state.swap(key, old, next(old), seconds)) return;
  }
  throw new VhError('service-unavailable', 'The shared state changes too often.', { retryAfter: 2_000 });
}
