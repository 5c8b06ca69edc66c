import type { PlayerApi } from '../api/player-api.ts';
import type { ReactiveController } from 'lit';
import { isGone, SourcePrefetch, type PlaybackEngine } from '../../../playback/index.ts';
import type { requestOf } from '../request/playback-request.ts';
import type { PlaylistEntry, PlaylistItem, PresentItem } from '../api/playlist-entry.ts';
import { EntryDetails } from './entry-details.ts';
import { PlayOrder } from './play-order.ts';
import { registerPlaylist, type ListedEntry, type PlaylistProgress, type Upcoming } from './playlist-of.ts';

/** Seconds before the end of an entry at which the playback of the next one is asked for. */
const AHEAD_S = 20;

/** One entry, and what it is known by. */
interface Entry {
  item: PlaylistItem;
  key: string;
  /** Of this entry alone, also where the list holds its media twice. */
  id: string;
}

/** Goes through the playlist of one player: says which entry plays, and asks for the next playback ahead. */
export class Playlist implements PlaylistProgress, ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: PlaybackEngine;
  readonly #request: typeof requestOf;
  /** As the page gave it. */
  #given: readonly PlaylistEntry[] | undefined;
  #entries: readonly Entry[] = [];
  /** The place of each, by its id. */
  #places: ReadonlyMap<string, number> = new Map();
  /** The key by which two lists are the same. */
  #keys = '';
  #index = -1;
  /** The entry that plays. */
  #present: Entry | undefined;
  #item: PresentItem | undefined;
  readonly #order = new PlayOrder();
  readonly #details: EntryDetails;
  readonly #ahead: SourcePrefetch;
  /** True once an entry was left: what the page says of the player itself is for the first one. */
  #hasMoved = false;
  /** True while the present entry plays, or would if it could. */
  #isToPlay = false;
  /** Ends with the player's stay in a document. */
  #connection: AbortController | undefined;

  /** `request` comes from who has it: a bundle would have to cut it off from the player for it. */
  constructor(host: PlayerApi, engine: PlaybackEngine, request: typeof requestOf) {
    this.#host = host;
    this.#engine = engine;
    this.#request = request;
    this.#details = new EntryDetails(
      (item) => request(host, item),
      () => {
        this.#lookAhead();
        host.requestUpdate();
      },
    );
    this.#ahead = new SourcePrefetch((key, source, error) => {
      if (source) this.#details.note(key, source);
      if (isGone(error)) this.#details.mark(key, true);
      host.requestUpdate();
    });
    registerPlaylist(host, this);
    this.#isToPlay = !host.media.paused;
    host.addController(this);
    host.requestUpdate();
  }

  hostConnected(): void {
    this.#connection?.abort();
    const { signal } = (this.#connection = new AbortController());
    const { media } = this.#host;
    for (const type of ['play', 'playing'])
      media.addEventListener(type, () => (this.#isToPlay = true), { signal });
    media.addEventListener('playing', () => this.#markPresent(false), { signal });
    const pause = () => (this.#isToPlay &&= media.ended || this.#hasFailed);
    media.addEventListener('pause', pause, { signal });
    for (const type of ['timeupdate', 'durationchange', 'ended'])
      media.addEventListener(type, () => this.#lookAhead(), { signal });
    media.addEventListener('ended', () => this.#onEnd(), { signal });
    this.#engine.store.subscribe(
      (state) => {
        if (state.status === 'resolved' && this.#present) this.#details.note(this.#present.key, state.source);
        if (state.status === 'failed' && isGone(state.error)) this.#markPresent(true);
        this.#lookAhead();
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.#ahead.release();
    this.#details.release();
  }

  /** The place of the entry that plays. */
  get index(): number {
    return this.#index;
  }

  /** The entry that plays. */
  get item(): PresentItem | undefined {
    return this.#item;
  }

  /** The next entry that can be played; undefined after the last one. */
  get upcoming(): Upcoming | undefined {
    const { entry, passed } = this.#nextTo(1);
    if (!entry) return undefined;
    return { ...this.#listed(entry), skipped: passed.map((one) => this.#listed(one)) };
  }

  /** All entries, as they stand. */
  get list(): readonly ListedEntry[] {
    return this.#entries.map((entry) => this.#listed(entry));
  }

  /** The place of the entry that is played next (1) or was played before (−1), past broken entries. */
  neighbour(by: 1 | -1): number | undefined {
    const { entry } = this.#nextTo(by);
    return entry && this.#placeOf(entry.id);
  }

  /** Asks for the titles and pictures that are not known, while the list is looked at. */
  look(): void {
    this.#details.ask(this.#entries);
  }

  /** True when the present entry is over: played to its end, or failed when it was to play. */
  get isOver(): boolean {
    return this.#index >= 0 && (this.#host.media.ended || (this.#isToPlay && this.#hasFailed));
  }

  /** True unless the page wants the viewer to start every entry. */
  get mayGoOn(): boolean {
    return !this.#host.hasAttribute('without-autoplay-next');
  }

  /** Plays the next entry. */
  goOn(): void {
    this.#host.next();
    // A browser that refuses leaves the button to play.
    this.#host.play().catch(() => {});
  }

  /** Follows what the page has set. */
  follow(): void {
    const { playlist } = this.#host;
    const isReplaced = playlist !== this.#given;
    const before = this.#keys;
    if (isReplaced) {
      this.#given = playlist;
      this.#entries = entriesOf(playlist ?? []);
      this.#places = new Map(this.#entries.map(({ id }, index) => [id, index]));
      this.#order.replace(this.#entries.map(({ id }) => id));
      this.#keys = this.#entries.map(({ key }) => key).join();
    }
    const index = this.#choose(isReplaced);
    if (this.#host.playlistIndex !== index) this.#host.playlistIndex = Math.max(0, index);
    const entry = this.#entries[index];
    const goesOn = isReplaced ? entry?.key === this.#present?.key : index === this.#index;
    const isReordered = this.#order.isShuffled !== this.#host.shuffle;
    const isNews = !goesOn || index !== this.#index || before !== this.#keys || isReordered;
    if (entry) this.#noteTurn(entry);
    this.#order.shuffle(this.#host.shuffle);
    this.#index = index;
    this.#present = entry;
    if (!goesOn) this.#begin(entry);
    if (!goesOn || isReplaced) this.#item = entry && this.#describe(entry);
    if (isNews) queueMicrotask(() => this.#host.dispatchEvent(new Event('vh-playlist-change')));
  }

  /** The entry to play; −1 where there is none. */
  #choose(isReplaced: boolean): number {
    const { playlistIndex } = this.#host;
    const key = this.#present?.key;
    // A new list that has the playing entry keeps it playing.
    const isOpen = isReplaced && key !== undefined && playlistIndex === this.#index;
    const wanted =
      isOpen && this.#entries[playlistIndex]?.key !== key
        ? this.#entries.findIndex((entry) => entry.key === key)
        : Math.trunc(playlistIndex) || 0;
    return Math.min(Math.max(0, wanted), this.#entries.length - 1);
  }

  /** Leaves what plays, and plays the other entry as well: the page, or the viewer, has begun to play before. */
  #begin(entry: Entry | undefined): void {
    const { media } = this.#host;
    this.#hasMoved ||= this.#item !== undefined;
    const isToPlay = !media.paused || media.ended || (this.#isToPlay && this.#hasFailed);
    this.#engine.release();
    this.#isToPlay = entry !== undefined && isToPlay;
    if (this.#isToPlay) this.#engine.play().catch(() => {});
  }

  /** With controls, the viewer sees the countdown and can cancel it. */
  #onEnd(): void {
    const { withoutControls, media } = this.#host;
    if ((withoutControls || media.controls) && this.mayGoOn && this.upcoming) this.goOn();
  }

  #describe({ item, key }: Entry): PresentItem {
    const own = this.#hasMoved ? undefined : this.#host;
    return {
      ...item,
      poster: item.poster ?? own?.getAttribute('poster') ?? null,
      startTime: item.startTime ?? own?.startTime,
      ahead: () => this.#ahead.take(key),
    };
  }

  #listed(entry: Entry): ListedEntry {
    const isBroken = this.#details.isBroken(entry.key);
    return { ...this.#details.of(entry), index: this.#placeOf(entry.id), isBroken };
  }

  #placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** The nearest entry on that side that can be played, and those before it that cannot. */
  #nextTo(by: 1 | -1): { entry: Entry | undefined; passed: readonly Entry[] } {
    const passed: Entry[] = [];
    for (const id of this.#order.from(by)) {
      const entry = this.#entries[this.#placeOf(id)];
      if (entry && !this.#details.isBroken(entry.key)) return { entry, passed };
      if (entry) passed.push(entry);
    }
    return { entry: undefined, passed: [] };
  }

  /** What cannot be played and was passed over has had its turn. */
  #noteTurn({ id }: Entry): void {
    const { entry, passed } = this.#nextTo(1);
    this.#order.moveTo(id, entry?.id === id ? passed.map((one) => one.id) : []);
  }

  #markPresent(isBroken: boolean): void {
    if (this.#present) this.#details.mark(this.#present.key, isBroken);
  }

  /** A key in the page is no fault of an entry: none of them plays. */
  get #hasFailed(): boolean {
    const { state } = this.#engine.store;
    return state.status === 'failed' && state.error.code !== 'api-key-in-page';
  }

  #lookAhead(): void {
    const { media } = this.#host;
    const left = media.duration - media.currentTime;
    const { entry: next } = this.#nextTo(1);
    if (!next || !(this.isOver || (this.#isToPlay && left < AHEAD_S))) return;
    this.#ahead.ask(next.key, this.#request(this.#host, next.item));
  }
}

function entriesOf(list: readonly PlaylistEntry[]): readonly Entry[] {
  const counts = new Map<string, number>();
  return list.map((given) => {
    const item = typeof given === 'string' ? { videoId: given } : given;
    const key = keyOf(item);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return { item, key, id: `${String(count)} ${key}` };
  });
}

const known = new WeakMap<object, number>();
let count = 0;

/** Which media an entry has. Its title and its picture may change while it plays. Objects are compared as data. */
function keyOf({ videoId, liveStreamId, src, token, playback }: PlaylistItem): string {
  return JSON.stringify([
    videoId,
    liveStreamId,
    src,
    token,
    typeof playback === 'function' ? numberOf(playback) : playback,
  ]);
}

function numberOf(one: object): number {
  const number = known.get(one) ?? ++count;
  known.set(one, number);
  return number;
}
