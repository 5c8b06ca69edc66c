import type { CaptionSources } from '../caption-tracks.ts';
import { CaptionStyleMemory } from './caption-style-memory.ts';

/** Of all players that keep what viewers choose. */
let kept: CaptionStyleMemory | undefined;
let users = 0;
let following = new AbortController();
/** Of each player that keeps nothing. */
const unkept = new WeakMap<CaptionSources, CaptionStyleMemory>();

/**
 * The style in which a media element's captions show, the same for a player and its picker, and for all players that keep
 * what viewers choose. Other tabs are followed until each user's signal aborts.
 */
export function shareCaptionStyle(
  sources: CaptionSources,
  signal: AbortSignal,
  memory: 'kept' | 'none' = 'kept',
): CaptionStyleMemory {
  if (memory === 'none' || unkept.has(sources)) {
    const own = unkept.get(sources) ?? new CaptionStyleMemory();
    unkept.set(sources, own);
    return own;
  }
  // It outlives its users: where storage is denied, it is all there is.
  kept ??= new CaptionStyleMemory({ storage: () => localStorage, tabs: window });
  if (users++ === 0) kept.follow((following = new AbortController()).signal);
  const leave = () => {
    if (--users === 0) following.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  return kept;
}
