import type { CaptionSources } from '../tracks/caption-tracks.ts';
import { pageWide } from '../../core/page-wide.ts';
import { CaptionStyleMemory } from './caption-style-memory.ts';
import { readOrigins, shareAcrossFrames } from './share-across-frames.ts';

interface Sharing {
  /** Of all players that keep what viewers choose. */
  kept?: CaptionStyleMemory;
  users: number;
  following: AbortController;
  /** The origins of frames that share it, where a script has named them. */
  origins?: string | readonly string[];
  /** Of each player that keeps nothing. */
  readonly unkept: WeakMap<CaptionSources, CaptionStyleMemory>;
}

const sharing = () =>
  pageWide<Sharing>('caption-style/1', () => ({
    users: 0,
    following: new AbortController(),
    unkept: new WeakMap(),
  }));

/**
 * The style in which a media element's captions show, the same for a player and its picker, and for all players that keep
 * what viewers choose. Other tabs are followed until each user's signal aborts.
 */
export function shareCaptionStyle(
  sources: CaptionSources,
  signal: AbortSignal,
  memory: 'kept' | 'none' = 'kept',
): CaptionStyleMemory {
  const shared = sharing();
  const { unkept } = shared;
  if (memory === 'none' || unkept.has(sources)) {
    const own = unkept.get(sources) ?? new CaptionStyleMemory();
    unkept.set(sources, own);
    return own;
  }
  // The memory outlives its users: where storage is denied, nothing else keeps the style.
  shared.kept ??= new CaptionStyleMemory({ storage: () => localStorage, tabs: window });
  if (shared.users++ === 0) follow(shared.kept, shared);
  const leave = () => {
    if (--shared.users === 0) shared.following.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  return shared.kept;
}

/**
 * Shares the look of captions that a viewer chooses with the page around this one and with its frames, as far as their
 * origins are named, and they name this one. It begins with the first player that shows captions.
 */
export function shareStyleAcrossFrames(named: string | readonly string[]): void {
  const shared = sharing();
  shared.origins = named;
  if (!shared.kept || shared.users === 0) return;
  shared.following.abort();
  follow(shared.kept, shared);
}

function follow(memory: CaptionStyleMemory, shared: Sharing): void {
  const { signal } = (shared.following = new AbortController());
  memory.follow(signal);
  const script = document.querySelector<HTMLScriptElement>('script[data-style-origins]');
  const named = shared.origins ?? script?.dataset['styleOrigins'];
  if (named) shareAcrossFrames(memory, { origins: readOrigins(named) }, signal);
}
