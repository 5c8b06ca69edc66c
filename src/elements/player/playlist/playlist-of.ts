import type { EntryDetail } from './entry-details.ts';
import type { PresentItem } from '../api/playlist-entry.ts';

/** The next entry, as far as it is known. */
export interface Upcoming extends ListedEntry {
  /** The entries before it that cannot be played, by their titles and places. */
  readonly skipped: readonly ListedEntry[];
}

/** One entry, as the list of all shows it. */
export interface ListedEntry extends EntryDetail {
  /** Its place, from 0. */
  readonly index: number;
  /** True for one that cannot be played. */
  readonly isBroken: boolean;
}

/** A playlist as the controls use it. */
export interface PlaylistProgress {
  /** The place of the entry that plays. */
  readonly index: number;
  /** The entry that plays. */
  readonly item: PresentItem | undefined;
  /** All entries, as they stand. */
  readonly list: readonly ListedEntry[];
  /** The next entry that can be played; undefined after the last one. */
  readonly upcoming: Upcoming | undefined;
  /** True when the present entry is over: played to its end, or failed when it was to play. */
  readonly isOver: boolean;
  /** True unless the page wants the viewer to start every entry. */
  readonly mayGoOn: boolean;
  /** The place of the entry that is played next (1) or was played before (−1), past broken entries. */
  neighbour: (by: 1 | -1) => number | undefined;
  /** Asks for the titles and pictures that are not known, while the list is looked at. */
  look: () => void;
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
