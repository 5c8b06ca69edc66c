import { Shared } from '../../core/async/shared.ts';
import { parseCueText, plainText } from '../text/cue-text.ts';
import { speedOf, volumeOf } from './chosen-levels.ts';
import { MediaLevels, type LeveledMedia } from './media-levels.ts';
import { Voice, type Sentence } from './voice.ts';

/** The members of a media element that a narrator uses. */
export type NarratedMedia = LeveledMedia &
  Pick<HTMLMediaElement, 'currentTime' | 'duration' | 'ended' | 'paused' | 'seeking'>;

/** The members of a text track that a narrator uses. */
export interface NarratedTrack extends Pick<EventTarget, 'addEventListener'> {
  readonly language: string;
  readonly activeCues: ArrayLike<Pick<TextTrackCue, 'startTime' | 'endTime'>> | null;
}

/**
 * Until when a sentence may last before the media wait for it: to the end of its own cue, after which the film has
 * speech, or to the beginning of the next.
 */
export type Room = 'own-cue' | 'next-cue';

/** Settings of a `Narrator`. */
export interface NarratorOptions {
  readonly media: NarratedMedia;
  /** Shows a text to screen readers, where there is no voice for its language. */
  readonly announce?: ((text: string) => void) | undefined;
  /** BCP 47: of tracks that say none. */
  readonly language?: string | undefined;
  readonly voice?: Voice | undefined;
}

interface Line extends Sentence {
  /** Seconds. */
  readonly until: number;
  readonly room: Room;
}

interface Saying {
  readonly line: Line;
  readonly stop: AbortController;
  /** Until then, nothing waits for it. */
  isHeard: boolean;
}

type Cue = Pick<TextTrackCue, 'startTime' | 'endTime'>;

/** No real description is this long; a hostile file must not speak forever. */
const MAX_CHARACTERS = 1_000;
/** In a film, sentences that wait for others to be said. */
const MAX_LINES = 8;
/** Seconds: media report their time no more often than this. */
const SOON_S = 0.2;
/** Seconds before the end: media that have ended do not wait for a sentence. */
const LAST_S = 0.5;
/** Characters a second of a voice at its normal speed; ideographs count for more. */
const CHARACTERS_PER_S = 15;
const [SLOWEST, FASTEST] = [0.5, 2];

/**
 * Says the cues of text tracks when their time comes, with the media quieter meanwhile and waiting where it must be.
 */
export class Narrator {
  readonly #media: NarratedMedia;
  readonly #options: NarratorOptions;
  readonly #voice: Voice;
  readonly #levels: MediaLevels;
  readonly #signal: AbortSignal;
  /** Of each track, the cues that were active when it was last looked at. */
  readonly #tracks = new Map<NarratedTrack, { room: Room; known: ReadonlySet<Cue> }>();
  #lines: Line[] = [];
  #saying: Saying | undefined;

  /** Ends with the signal. */
  constructor(options: NarratorOptions, signal: AbortSignal) {
    const { media, voice = new Voice() } = options;
    this.#media = media;
    this.#options = options;
    this.#voice = voice;
    this.#signal = signal;
    this.#levels = new MediaLevels(media, signal);
    const on = (type: string, act: () => void) => media.addEventListener(type, act, { signal });
    on('pause', () => this.#hold());
    for (const type of ['play', 'playing']) on(type, () => this.#goOn());
    on('seeking', () => this.#forget());
    on('seeked', () => this.#lookAtAll());
    on('emptied', () => this.#forget());
    on('ended', () => void (this.#lines = []));
    on('timeupdate', () => this.#watch());
    on('volumechange', () => {
      if (this.#isSilent) this.#clear();
    });
    signal.addEventListener('abort', () => this.#clear(), { once: true });
  }

  /** Reads a track that is loaded, until the signal aborts. */
  read(track: NarratedTrack, room: Room, signal: AbortSignal): void {
    if (signal.aborted || this.#signal.aborted) return;
    this.#tracks.set(track, { room, known: new Set() });
    track.addEventListener('cuechange', () => this.#look(track), { signal });
    signal.addEventListener(
      'abort',
      () => {
        this.#tracks.delete(track);
        if (this.#saying?.line.room === room) this.#clear();
      },
      { once: true },
    );
    this.#look(track);
  }

  get #isSilent(): boolean {
    return this.#media.muted || volumeOf(this.#media) === 0;
  }

  /** True for media that can pause for a while without loss. */
  get #mayWait(): boolean {
    return Number.isFinite(this.#media.duration);
  }

  #look(track: NarratedTrack): void {
    const read = this.#tracks.get(track);
    if (!read || this.#signal.aborted) return;
    const active = Array.from(track.activeCues ?? []);
    const fresh = active.filter((cue) => !read.known.has(cue));
    read.known = new Set(active);
    for (const cue of fresh) {
      const text = plainText(parseCueText((cue as VTTCue).text))
        .replace(/\s+/g, ' ')
        .trim();
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      const language = track.language || this.#options.language || '';
      const sentence = { text: text.slice(0, MAX_CHARACTERS), language, said: 0 };
      this.#lines.push({ ...sentence, until: cue.endTime, room: read.room });
    }
    // Live, late cues are left out.
    this.#lines = this.#lines.slice(this.#mayWait ? -MAX_LINES : -1);
    this.#next();
    this.#watch();
  }

  #lookAtAll(): void {
    for (const track of this.#tracks.keys()) this.#look(track);
  }

  #next(): void {
    const { paused, ended, seeking } = this.#media;
    if (this.#saying || (paused && !ended) || seeking) return;
    const line = this.#lines.shift();
    if (line) return void this.#say(line);
    this.#levels.raise();
    this.#levels.goOn();
  }

  async #say(line: Line): Promise<void> {
    const stop = new AbortController();
    const isOver = () => stop.signal.aborted;
    const saying: Saying = { line, stop, isHeard: false };
    this.#saying = saying;
    const speaks = await this.#voice.speaks(line.language);
    if (isOver()) return;
    let outcome: Awaited<ReturnType<Voice['say']>> = speaks ? 'said' : 'unable';
    if (speaks && !this.#isSilent) {
      const rate = this.#rateOf(line);
      const volume = volumeOf(this.#media);
      this.#levels.lower();
      saying.isHeard = true;
      this.#watch();
      outcome = await this.#voice.say(line, { rate, volume }, stop.signal);
    }
    if (isOver()) return;
    if (outcome === 'unable') this.#options.announce?.(line.text.slice(line.said));
    this.#saying = undefined;
    this.#next();
  }

  /** As fast as the video; captions faster, so that they are over before the next. */
  #rateOf({ text, said, until, room }: Line): number {
    const speed = speedOf(this.#media) || 1;
    const ideographs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
    const needed = (text.length - said + ideographs * 1.5) / CHARACTERS_PER_S;
    const left = Math.max(0.1, until - this.#media.currentTime) / speed;
    const wanted = room === 'next-cue' ? Math.max(speed, needed / left) : speed;
    return Math.min(FASTEST, Math.max(SLOWEST, wanted));
  }

  /** Lets the media wait where a sentence would run into what comes behind it. */
  #watch(): void {
    const { currentTime, duration, ended, paused } = this.#media;
    const saying = this.#saying;
    if (!saying?.isHeard || ended || paused || !this.#mayWait) return;
    const { line } = saying;
    const isOver = line.room === 'own-cue' && currentTime >= line.until - SOON_S;
    if (isOver || this.#lines.length > 0 || currentTime >= duration - LAST_S) this.#levels.wait();
  }

  /** The voice pauses and resumes with the video. */
  #hold(): void {
    if (this.#media.ended) return;
    const line = this.#saying?.line;
    const rest = this.#lines;
    this.#clear();
    this.#lines = line ? [line, ...rest] : rest;
  }

  #goOn(): void {
    if (this.#lines.length > 0) this.#next();
  }

  /** Stops the voice, and speaks the active cue again when the seek has finished. */
  #forget(): void {
    this.#clear();
    for (const read of this.#tracks.values()) read.known = new Set();
  }

  #clear(): void {
    this.#lines = [];
    const saying = this.#saying;
    this.#saying = undefined;
    saying?.stop.abort();
    this.#levels.raise();
    this.#levels.goOn();
  }
}

const shared = new Shared<NarratedMedia, Narrator>();

/** The narrator of a media element, the same for description and captions until each one's signal aborts: one voice speaks. */
export function shareNarrator(options: NarratorOptions, signal: AbortSignal): Narrator {
  return shared.share(options.media, signal, (life) => new Narrator(options, life));
}
