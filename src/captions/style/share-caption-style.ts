import type { CaptionSources } from '../caption-tracks.ts';
import { CaptionStyleMemory } from './caption-style-memory.ts';

/** Of all players that keep what viewers choose. */
let kept: CaptionStyleMemory | undefined;
let users = 0;
let following = new AbortController();
/** The origins of frames that share it, where a script has named them. */
let origins: string | readonly string[] | undefined;
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
  // The memory outlives its users: where storage is denied, nothing else keeps the style.
  kept ??= new CaptionStyleMemory({ storage: () => localStorage, tabs: window });
  if (users++ === 0) follow(kept);
  const leave = () => {
    if (--users === 0) following.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  return kept;
}

/**
 * Shares the look of captions that a viewer chooses with the page around this one and with its frames, as far as their
 * origins are named, and they name this one. It begins with the first player that shows captions.
 */
export function shareStyleAcrossFrames(named: string | readonly string[]): void {
  origins = named;
  if (!kept || users === 0) return;
  following.abort();
  follow(kept);
}

function follow(memory: CaptionStyleMemory): void {
  const { signal } = (following = new AbortController());
  memory.follow(signal);
  const script = document.querySelector<HTMLScriptElement>('script[data-style-origins]');
  const named = origins ?? script?.dataset['styleOrigins'];
  if (!named) return;
  import('./share-across-frames.ts').then(
    ({ readOrigins, shareAcrossFrames }) => {
      if (!signal.aborted) shareAcrossFrames(memory, { origins: readOrigins(named) }, signal);
    },
    // Without a network each page has its own.
    () => {},
  );
}
