import type { PresentItem } from './playlist-entry.ts';

/** The next entry, as far as it is known. */
export interface Upcoming {
  readonly title: string | undefined;
  readonly poster: string | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
}

/** A playlist as the controls use it. */
export interface PlaylistProgress {
  /** The place of the entry that plays. */
  readonly index: number;
  /** The entry that plays. */
  readonly item: PresentItem | undefined;
  /** The next entry; undefined after the last one. */
  readonly upcoming: Upcoming | undefined;
  /** True when the present entry is over: played to its end, or failed when it was to play. */
  readonly isOver: boolean;
  /** True unless the page wants the viewer to start every entry. */
  readonly mayGoOn: boolean;
  /** Plays the next entry. */
  goOn: () => void;
}

/** Where the player keeps it: the two sides may have a copy of this module each. */
const PLAYLIST = Symbol.for('vh-elements/playlist');

/** Steps through the playlist of a player; undefined without a playlist. */
export function playlistOf(player: object): PlaylistProgress | undefined {
  return Reflect.get(player, PLAYLIST) as PlaylistProgress | undefined;
}

/** Makes it known to the controls, which are loaded apart from it. */
export function registerPlaylist(player: object, playlist: PlaylistProgress): void {
  Reflect.set(player, PLAYLIST, playlist);
}
