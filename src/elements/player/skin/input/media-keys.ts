import { chapterFrom, type Chapter } from '../../../../captions/index.ts';
import type { PlaybackEngine } from '../../../../playback/index.ts';
import { neighbourOf, stepInPlaylist } from '../seek/steps.ts';
import type { PlayerApi } from '../../api/player-api.ts';
import { skipSeconds } from '../seek/skip-by.ts';
import type { Timeline } from '../context/timeline.ts';

/** After these the system shows another time. */
const TIME_EVENTS = ['durationchange', 'ratechange', 'seeked', 'playing', 'pause', 'ended'];

/** The player as the media keys use it. */
export interface MediaKeysOptions {
  host: Pick<
    PlayerApi,
    | 'media'
    | 'play'
    | 'pause'
    | 'playlist'
    | 'playlistIndex'
    | 'next'
    | 'previous'
    | 'addEventListener'
    | 'getAttribute'
  >;
  engine: Pick<PlaybackEngine, 'store'>;
  timeline: Timeline;
  readonly chapters: readonly Chapter[];
  readonly title: string | undefined;
  /** Where the page wants it: enters picture-in-picture, for a viewer who goes to another tab. */
  readonly autoPictureInPicture: (() => void) | undefined;
}

/** TypeScript does not know the last one yet. */
type Action = MediaSessionAction | 'enterpictureinpicture';
type Actions = Partial<Record<Action, MediaSessionActionHandler>>;

/** The session whose keys a player has, and that player. */
const owners = new WeakMap<MediaSession, MediaKeys>();

/**
 * Gives the system's media keys, lock screen and headset to the player that began last, with the title, the poster and
 * the chapters of its video. The keys for the next and the previous track go through the playlist, else through the
 * chapters.
 *
 * @attr {boolean} without-media-keys - Leaves the system's media keys and lock screen to others.
 */
export class MediaKeys {
  readonly #player: MediaKeysOptions;
  readonly #session: MediaSession | undefined;
  /** The chapters that the system knows of. */
  #published: readonly Chapter[] = [];

  constructor(player: MediaKeysOptions, session: MediaSession | undefined = sessionOfBrowser()) {
    this.#player = player;
    this.#session = session;
  }

  /** Follows the media until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { host } = this.#player;
    const { media } = host;
    for (const type of ['playing', 'volumechange']) {
      media.addEventListener(type, () => this.#claim(), { signal });
    }
    media.addEventListener('emptied', () => this.#release(), { signal });
    for (const type of TIME_EVENTS) media.addEventListener(type, () => this.#reportTime(), { signal });
    host.addEventListener('vh-chapter-change', () => this.#reportChapters(), { signal });
    host.addEventListener('vh-playlist-change', () => this.#reportPlaylist(), { signal });
    signal.addEventListener('abort', () => this.#release(), { once: true });
    this.#claim();
  }

  #claim(): void {
    const session = this.#session;
    const { paused, muted } = this.#player.host.media;
    // A film without sound, such as one in the background of a page, leaves the keys to the other players.
    if (!session || paused || muted || owners.get(session) === this) return;
    owners.set(session, this);
    this.#publish(session);
    this.#reportTime();
  }

  #publish(session: MediaSession): void {
    this.#published = this.#player.chapters;
    session.metadata = this.#describe();
    setActions(session, this.#actions());
  }

  #reportChapters(): void {
    const session = this.#session;
    if (session && owners.get(session) === this && this.#published !== this.#player.chapters)
      this.#publish(session);
  }

  #reportPlaylist(): void {
    const session = this.#session;
    if (session && owners.get(session) === this) this.#publish(session);
  }

  #release(): void {
    const session = this.#session;
    if (!session || owners.get(session) !== this) return;
    owners.delete(session);
    session.metadata = null;
    setActions(session, {});
    session.setPositionState();
  }

  #describe(): MediaMetadata {
    const { host, engine } = this.#player;
    const { source } = engine.store.state;
    const poster = host.media.poster || source?.poster;
    const init: MediaMetadataInit & { chapterInfo?: { title: string; startTime: number }[] } = {
      title: this.#player.title ?? document.title,
      artwork: poster ? [{ src: poster }] : [],
      ...(this.#published.length > 0 && {
        chapterInfo: this.#published.map(({ title, startTime }) => ({ title, startTime })),
      }),
    };
    return new MediaMetadata(init);
  }

  #actions(): Actions {
    const { host, timeline } = this.#player;
    const skip = (seconds: number) => timeline.seekBy(seconds);
    return {
      play: () => void host.play().catch(() => {}),
      pause: () => host.pause(),
      stop: () => host.pause(),
      seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? skipSeconds(host))),
      seekforward: ({ seekOffset }) => skip(seekOffset ?? skipSeconds(host)),
      seekto: ({ seekTime }) => seekTime !== undefined && timeline.seekTo(seekTime),
      ...this.#trackActions(),
      ...this.#windowActions(),
    };
  }

  #windowActions(): Actions {
    const { autoPictureInPicture: enter } = this.#player;
    return enter ? { enterpictureinpicture: enter } : {};
  }

  /** At the ends of a playlist there is no key for a missing neighbour. */
  #trackActions(): Actions {
    const { host } = this.#player;
    const { playlist = [] } = host;
    if (playlist.length > 1)
      return {
        ...(neighbourOf(host, -1) !== undefined && { previoustrack: () => stepInPlaylist(host, -1) }),
        ...(neighbourOf(host, 1) !== undefined && { nexttrack: () => stepInPlaylist(host, 1) }),
      };
    if (this.#published.length === 0) return {};
    return { previoustrack: () => this.#step(-1), nexttrack: () => this.#step(1) };
  }

  #step(direction: 1 | -1): void {
    const { timeline, chapters } = this.#player;
    const chapter = chapterFrom(chapters, timeline.time, direction);
    if (chapter) timeline.seekTo(chapter.startTime);
  }

  /** Reports the position of the video to the system. A live stream without an end has none. */
  #reportTime(): void {
    const session = this.#session;
    if (!session || owners.get(session) !== this) return;
    const { duration, currentTime, playbackRate, paused } = this.#player.host.media;
    session.playbackState = paused ? 'paused' : 'playing';
    if (!Number.isFinite(duration) || playbackRate === 0) return session.setPositionState();
    session.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
  }
}

const NAMES = [
  ...(['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const),
  ...(['previoustrack', 'nexttrack', 'enterpictureinpicture'] as const),
];

/** Sets every action of a player; actions outside of `actions` are the browser's own again. */
function setActions(session: MediaSession, actions: Actions): void {
  for (const name of NAMES) {
    try {
      session.setActionHandler(name as MediaSessionAction, actions[name] ?? null);
    } catch {
      // A browser that does not know the action throws.
    }
  }
}

function sessionOfBrowser(): MediaSession | undefined {
  // Some WebKits have neither.
  return 'mediaSession' in navigator && 'MediaMetadata' in globalThis ? navigator.mediaSession : undefined;
}
