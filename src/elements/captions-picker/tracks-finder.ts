import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { report } from '../setup/report.ts';

type Host = ReactiveControllerHost & HTMLElement & { readonly htmlFor: string };

/** Whose tracks they are, and whether the host is a part of it. */
export interface FoundTracks {
  tracks: TextTrackList;
  player: Element;
  inside: boolean;
}

/** After these a player may have another list of tracks than before. */
const NEW_TRACKS_EVENTS = ['loadstart', 'loadedmetadata'];

/**
 * Finds the text tracks of the player that its host belongs to: the one named by `for`, else the player around it,
 * else the nearest one. Keeps looking: players are added, upgraded and replaced at any time.
 */
export class TracksFinder implements ReactiveController {
  readonly #host: Host;
  readonly #onFound: (found: FoundTracks | undefined) => void;
  #observer: MutationObserver | undefined;
  #player: Element | undefined;
  #watch = new AbortController();
  #tracks: TextTrackList | undefined;

  constructor(host: Host, onFound: (found: FoundTracks | undefined) => void) {
    this.#host = host;
    this.#onFound = onFound;
    host.addController(this);
  }

  /** The tracks that were found. */
  get found(): FoundTracks | undefined {
    const [tracks, player] = [this.#tracks, this.#player];
    return tracks && player && { tracks, player, inside: this.#around() === player };
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.find());
    for (const root of this.#roots()) {
      this.#observer.observe(root, { childList: true, subtree: true, attributeFilter: ['id'] });
    }
    this.find();
    if (this.#player || !this.#host.htmlFor) return;
    report(({ reportMissingPlayer }) => reportMissingPlayer(this.#host));
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#setPlayer(undefined);
  }

  /** Looks again. */
  find(): void {
    if (!this.#observer) return;
    const player = this.#host.htmlFor ? this.#named(this.#host.htmlFor) : this.#nearest();
    if (player === this.#player) this.#onTracks();
    else this.#setPlayer(player);
  }

  #setPlayer(player: Element | undefined): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    this.#player = player;
    for (const type of NEW_TRACKS_EVENTS) {
      player?.addEventListener(type, () => this.#onTracks(), { signal: this.#watch.signal });
    }
    this.#onTracks();
    if (!player?.localName.includes('-') || this.#tracks) return;
    void customElements.whenDefined(player.localName).then(
      () => this.find(),
      () => {},
    );
  }

  #onTracks(): void {
    const tracks = this.#player && tracksOf(this.#player);
    if (tracks === this.#tracks) return;
    this.#tracks = tracks;
    this.#onFound(this.found);
  }

  #named(id: string): Element | undefined {
    for (const root of this.#roots()) {
      const named = root.getElementById(id);
      if (named) return named;
    }
    return undefined;
  }

  #nearest(): Element | undefined {
    const around = this.#around();
    if (around) return around;
    if (this.#player?.isConnected) return this.#player;
    for (let place = parentOf(this.#host); place; place = parentOf(place)) {
      const player = place.querySelector('vh-player, video');
      if (player) return player;
    }
    return undefined;
  }

  #around(): Element | undefined {
    let place: Element | undefined = this.#host;
    while (place && place.localName !== 'vh-player') place = parentOf(place);
    return place;
  }

  /** The host's own tree first, then the page. */
  #roots(): Set<Document | ShadowRoot> {
    const root = this.#host.getRootNode();
    return new Set([...(root instanceof ShadowRoot ? [root] : []), this.#host.ownerDocument]);
  }
}

/** The parent, across the edge of a shadow tree. */
function parentOf(element: Element): Element | undefined {
  const { parentNode } = element;
  if (parentNode instanceof ShadowRoot) return parentNode.host;
  return parentNode instanceof Element ? parentNode : undefined;
}

function tracksOf(player: Element): TextTrackList | undefined {
  try {
    const { textTracks } = player as { textTracks?: unknown };
    return textTracks instanceof TextTrackList ? textTracks : undefined;
  } catch {
    // A foreign element that is still being constructed.
    return undefined;
  }
}
