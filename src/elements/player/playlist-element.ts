import type { PropertyDeclarations } from 'lit';
import type { PlaylistEntry, PresentItem } from './playlist/playlist-entry.ts';
import type { Playlist } from './playlist/playlist.ts';
import { requestOf } from './request/playback-request.ts';
import { StreamElement } from './stream-element.ts';
import { timeInAddress } from './request/time-in-address.ts';

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-playlist-change': Event;
  }
}

/**
 * A media element that can play several videos one after the other. What goes through them is loaded with a playlist.
 *
 * @attr {boolean} without-autoplay-next - Waits for the viewer after each entry of a playlist.
 * @attr {boolean} without-copy-link - Offers no link to the present time.
 * @attr {boolean} without-save-picture - Offers no file of the present picture.
 * @slot end-screen - Takes the place of the large button at the end of a video, or of a playlist.
 * @fires {VhCopyLinkEvent} vh-copy-link - A viewer copies a link: the page may change its `url`, or cancel it.
 * @fires {Event} vh-playlist-change - Another entry of the playlist is chosen, or there are other entries.
 * @csspart end-screen - What lies over the end of a video.
 * @csspart replay-button - The large button there.
 * @csspart up-next - What comes next in a playlist, over the end of an entry.
 */
export class PlaylistElement extends StreamElement {
  static override properties: PropertyDeclarations = {
    playlist: { converter: (ids: string | null) => ids?.match(/\S+/g) ?? undefined },
    playlistIndex: { attribute: 'playlist-index', type: Number },
    startTime: { attribute: 'start-time', type: Number },
    timeParameter: { attribute: 'time-parameter' },
  };

  /** The entries to play in turn: ids of videos, or objects with the names of the player's own properties. */
  declare playlist: readonly PlaylistEntry[] | undefined;
  /** The place of the entry that plays, from 0. Settable. */
  declare playlistIndex: number;
  /** Seconds: where playback begins. */
  declare startTime: number | undefined;
  /** Where playback begins without `start-time`: the name of a parameter in the page's address, such as `t`. */
  declare timeParameter: string | undefined;
  /** The entry that plays; undefined without a playlist, and until what goes through it is loaded. */
  declare protected item: PresentItem | undefined;
  #list: Playlist | undefined;
  #loading: Promise<void> | undefined;

  constructor() {
    super();
    this.playlistIndex = 0;
  }

  /** Goes to the next entry of the playlist, if there is one. It plays if the present one plays or has ended. */
  next(): void {
    this.#step(1);
  }

  /** Goes to the previous entry of the playlist, if there is one. It plays if the present one plays or has ended. */
  previous(): void {
    this.#step(-1);
  }

  /** Seconds: where the present request begins. */
  protected get beginsAt(): number | undefined {
    const { item, startTime, timeParameter } = this;
    return item ? item.startTime : (startTime ?? timeInAddress(timeParameter));
  }

  protected override follow(): void {
    super.follow();
    if (this.playlist)
      this.#loading ??= import('./playlist/playlist.ts').then(
        (code) => {
          this.#list = new code.Playlist(this, this.engine, requestOf);
          this.requestUpdate();
        },
        // Without a network: the next press of play tries again.
        () => (this.#loading = undefined),
      );
    this.item = this.#list?.follow();
  }

  /** True while the entries are still unknown. */
  protected get isWaiting(): boolean {
    return !this.#list && this.playlist !== undefined;
  }

  #step(by: 1 | -1): void {
    const index = this.playlistIndex + by;
    if (this.playlist?.[index]) this.playlistIndex = index;
  }
}
