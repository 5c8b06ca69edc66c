import { parseJson, readNumber, readRecord, readText } from '../core/wire/read-json.ts';
import type { VhPlayer } from '../elements/player/vh-player.ts';
import { withoutAccess } from '../embed/embed-address.ts';

const CONTEXT = 'player.js';
const VERSION = '0.0.11';
/** Longest message that is read, and how many listeners one page may have. */
const MAX_MESSAGE = 2_048;
const MAX_LISTENERS = 200;

type Value = Readonly<Record<string, unknown>> | string | number | boolean | undefined;
type Method = (player: VhPlayer, value: unknown) => Value | void;

/** Events of player.js: the media event behind each, and the value that goes along. */
const EVENTS: Readonly<Record<string, { on: string; value?: (player: VhPlayer) => Value }>> = {
  play: { on: 'play' },
  pause: { on: 'pause' },
  ended: { on: 'ended' },
  timeupdate: {
    on: 'timeupdate',
    value: (player) => ({ seconds: player.currentTime, duration: finite(player.duration) }),
  },
  progress: { on: 'progress', value: (player) => ({ percent: loadedShare(player) }) },
  seeked: { on: 'seeked' },
  error: { on: 'error', value: () => ({ code: 1, msg: 'The video cannot be played.' }) },
};

const METHODS: Readonly<Record<string, Method>> = {
  // The browser may refuse; the page gets no "play" event then.
  play: (player) => void player.play().catch(() => undefined),
  pause: (player) => player.pause(),
  getPaused: (player) => player.paused,
  mute: (player) => void (player.muted = true),
  unmute: (player) => void (player.muted = false),
  getMuted: (player) => player.muted,
  setVolume: (player, value) => void (player.volume = Math.min(100, Math.max(0, toNumber(value, 100))) / 100),
  getVolume: (player) => player.volume * 100,
  getDuration: (player) => finite(player.duration),
  setCurrentTime: (player, value) => void (player.currentTime = Math.max(0, toNumber(value, 0))),
  getCurrentTime: (player) => player.currentTime,
  setLoop: (player, value) => void (player.loop = value === true || value === 'true'),
  getLoop: (player) => player.loop,
};

/** The settings of the bridge. */
export interface PlayerJsSettings {
  window: Window;
  /** The pages that may drive the player. Absent: whichever page embeds this one. */
  allowedOrigins: readonly string[] | undefined;
  /** Seconds, where the playback says how long the media are. */
  length: () => number | undefined;
  signal: AbortSignal;
}

/**
 * Speaks player.js with the page that holds this one in a frame, and with no other. Nothing that it sends is secret: a page
 * that is not in `allowedOrigins` receives this page's address without what opens something private.
 */
export function speakPlayerJs(player: VhPlayer, settings: PlayerJsSettings): void {
  new PlayerJsBridge(player, settings);
}

class PlayerJsBridge {
  readonly #player: VhPlayer;
  readonly #window: Window;
  readonly #allowed: readonly string[] | undefined;
  readonly #length: () => number | undefined;
  readonly #signal: AbortSignal;
  /** Pending while pages wait for the length. */
  #known: Promise<void> | undefined;
  /** The ids of listeners by event, with the origin that asked. */
  readonly #listeners: { event: string; listener: string | undefined; origin: string }[] = [];

  constructor(player: VhPlayer, { window, allowedOrigins, length, signal }: PlayerJsSettings) {
    this.#player = player;
    this.#window = window;
    this.#allowed = allowedOrigins;
    this.#length = length;
    this.#signal = signal;
    window.addEventListener('message', (event: MessageEvent<unknown>) => this.#take(event), { signal });
    for (const [name, { on, value }] of Object.entries(EVENTS))
      player.addEventListener(on, () => this.#publish(name, value?.(player)), { signal });
    for (const origin of allowedOrigins ?? ['*']) this.#ready(origin);
  }

  /** Says that the player listens. A page behind a redirect must not learn the address that the redirect led to. */
  #ready(origin: string, listener?: string): void {
    const { href } = this.#window.location;
    const src = this.#allowed ? href : withoutAccess(href);
    const value = {
      src,
      events: ['ready', ...Object.keys(EVENTS)],
      methods: [...Object.keys(METHODS), 'addEventListener', 'removeEventListener'],
    };
    this.#post(origin, { event: 'ready', value, listener });
  }

  #take({ source, origin, data }: MessageEvent<unknown>): void {
    if (source !== this.#window.parent || (this.#allowed && !this.#allowed.includes(origin))) return;
    if (typeof data !== 'string' || data.length > MAX_MESSAGE) return;
    const message = readRecord(parseJson(data));
    const method = readText(message?.['method']);
    if (message?.['context'] !== CONTEXT || method === undefined) return;
    const { value } = message;
    const listener = readText(message['listener']);
    // A page without an origin of its own, from a file or a sandbox, is written as "null".
    const target = origin === 'null' ? '*' : origin;
    if (this.#player.preload === 'none') this.#player.preload = 'metadata';
    if (method === 'addEventListener') this.#listen(value, listener, target);
    else if (method === 'removeEventListener') this.#forget(value, listener);
    else if (Object.hasOwn(METHODS, method)) {
      const reply = (answer: Value) => {
        if (answer !== undefined && !this.#signal.aborted)
          this.#post(target, { event: method, value: answer, listener });
      };
      if (method === 'getDuration') void this.#whenLengthIsKnown().then(reply);
      else reply(METHODS[method]?.(this.#player, value) ?? undefined);
    }
  }

  #listen(event: unknown, listener: string | undefined, origin: string): void {
    if (event === 'ready') this.#ready(origin, listener);
    else if (
      typeof event === 'string' &&
      Object.hasOwn(EVENTS, event) &&
      this.#listeners.length < MAX_LISTENERS
    )
      this.#listeners.push({ event, listener, origin });
  }

  /** Pages ask right after "ready", before any media have loaded. */
  async #whenLengthIsKnown(): Promise<number> {
    if (!this.#isLengthKnown) {
      const length = this.#length();
      if (length !== undefined) return length;
      if (this.#player.loadWhen === 'visible') this.#player.loadWhen = 'now';
      // Of a stream, its metadata say nothing before the first segment.
      this.#player.preload = 'auto';
      await (this.#known ??= this.#untilKnown().finally(() => (this.#known = undefined)));
    }
    return finite(this.#player.duration);
  }

  get #isLengthKnown(): boolean {
    return !Number.isNaN(this.#player.duration) || this.#player.error !== null;
  }

  #untilKnown(): Promise<void> {
    const wait = new AbortController();
    const signal = AbortSignal.any([wait.signal, this.#signal]);
    return new Promise<void>((resolve) => {
      const look = () => {
        if (this.#isLengthKnown) resolve();
      };
      for (const type of ['durationchange', 'error']) this.#player.addEventListener(type, look, { signal });
    }).finally(() => wait.abort());
  }

  #forget(event: unknown, listener: string | undefined): void {
    const kept = this.#listeners.filter(
      (one) => one.event !== event || (listener !== undefined && one.listener !== listener),
    );
    this.#listeners.splice(0, Infinity, ...kept);
  }

  #publish(event: string, value: Value): void {
    for (const { event: wanted, listener, origin } of this.#listeners)
      if (wanted === event) this.#post(origin, { event, value, listener });
  }

  #post(origin: string, body: Readonly<Record<string, unknown>>): void {
    this.#window.parent.postMessage(JSON.stringify({ context: CONTEXT, version: VERSION, ...body }), origin);
  }
}

function toNumber(value: unknown, otherwise: number): number {
  // Pages send what a form field holds.
  const number = typeof value === 'string' && value !== '' ? Number(value) : readNumber(value);
  return number !== undefined && Number.isFinite(number) ? number : otherwise;
}

/** JSON has no number for an unknown or endless duration. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? seconds : 0;
}

function loadedShare({ buffered, duration }: VhPlayer): number {
  if (buffered.length === 0 || !Number.isFinite(duration) || duration <= 0) return 0;
  return Math.min(1, buffered.end(buffered.length - 1) / duration);
}
