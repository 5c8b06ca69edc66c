import { sleep } from '../../../core/async/sleep.ts';
import type { PlaybackEngine } from '../../../playback/index.ts';
import { whenSeen } from '../../host/when-seen.ts';
import type { PlayerApi } from '../api/player-api.ts';
import type { LightChildren } from '../media/light-children.ts';

/** How far a player has come: at rest it loads nothing; seen, it asks for its playback; active, it prepares. */
export const AT_REST = 0;
export const SEEN = 1;
export const ACTIVE = 2;
export const PLAYED = 3;

/** Milliseconds for which a player that is out of the document keeps its media. */
const AWAY_MS = 20_000;

/**
 * A player's stay in a document: how far it may load, as its `load` attribute and its visitor say. Out of the document it
 * loads no more, and after a while it has nothing loaded.
 */
export class Stay {
  /** One of the four. */
  phase: typeof AT_REST | typeof SEEN | typeof ACTIVE | typeof PLAYED = AT_REST;
  /** Ends with the stay; absent outside of a document. */
  connection: AbortController | undefined;
  readonly #player: PlayerApi;
  readonly #engine: PlaybackEngine;
  readonly #children: LightChildren;
  readonly #ask: (signal: AbortSignal) => void;
  #absence: AbortController | undefined;

  /** `ask` asks the visitor who sees a player with `load="consent"`; the signal ends with the stay. */
  constructor(
    player: PlayerApi,
    engine: PlaybackEngine,
    children: LightChildren,
    ask: (signal: AbortSignal) => void,
  ) {
    this.#player = player;
    this.#engine = engine;
    this.#children = children;
    this.#ask = ask;
  }

  /** True until the visitor has agreed that anything is requested. */
  get isLocked(): boolean {
    return this.#player.loadWhen === 'consent' && this.phase === AT_REST;
  }

  /** The player is in a document. */
  begin(): void {
    this.connection = new AbortController();
    this.#absence?.abort();
    this.#engine.wake();
    if (!this.isLocked) this.#children.follow();
    this.#watch(this.connection.signal);
  }

  /** It is in none any more. */
  end(): void {
    this.connection?.abort();
    this.connection = undefined;
    this.#children.leave();
    // As a native element: it may come back, as a router's pages do.
    this.#player.pause();
    this.#engine.rest();
    this.#absence = new AbortController();
    sleep(AWAY_MS, this.#absence.signal).then(
      () => {
        this.phase = AT_REST;
        this.#engine.leave();
      },
      () => {},
    );
  }

  advance(to: typeof SEEN | typeof ACTIVE = ACTIVE): void {
    // Also called by the focus that an update has just given away: nothing new, no other update.
    if (this.phase >= to) return;
    this.phase = to;
    // Before the visitor agreed, nothing of the video is fetched: no track of it either.
    if (this.connection) this.#children.follow();
    this.#player.requestUpdate();
  }

  #watch(signal: AbortSignal): void {
    const player = this.#player;
    const { loadWhen } = player;
    if (loadWhen === 'consent') return whenSeen(player, () => this.#ask(signal), signal);
    // The update that follows begins what may load now.
    if (loadWhen !== 'now' && loadWhen !== 'intent') {
      // The observer reports a frame later: too late for autoplay.
      if (player.autoplay && isInSight(player)) this.advance(SEEN);
      else whenSeen(player, () => this.advance(SEEN), signal, '25%');
    }
    for (const type of ['pointerenter', 'touchstart', 'focusin'])
      player.addEventListener(type, () => this.advance(), { passive: true, signal });
  }
}

/** True where its middle is what a visitor sees. A frame does not know what of it is seen. */
function isInSight(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  // jsdom has no such function.
  const root: Partial<DocumentOrShadowRoot> = element.getRootNode() as Document | ShadowRoot;
  return parent === window && root.elementFromPoint?.(x + width / 2, y + height / 2) === element;
}
