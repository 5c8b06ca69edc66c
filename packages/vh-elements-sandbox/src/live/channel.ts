import type { Clock } from '../common/clock.ts';
import type { Feed } from './frames/feed.ts';
import { initSegment } from './fmp4/init-segment.ts';
import type { Presentation } from './hls/presentation.ts';
import type { MediaFrame, Tracks } from './frames/media-frame.ts';
import type { CutPart } from './parts/part-cutter.ts';
import { Source } from './source.ts';

/** How long a lost source may take to come back into the same broadcast. */
export const RECONNECT_MS = 60_000;
/** How long players are kept waiting for a next broadcast before they get the end. */
export const END_DELAY_MS = 10_000;

/** A channel's reports about its live stream, and its questions. */
export interface ChannelOptions {
  clock: Clock;
  /** Makes the presentation of a new broadcast, which players of the last one cannot continue. */
  present: () => Presentation;
  onStart: () => void;
  /** A source starts or restarts. */
  onRun: () => void;
  onFrame: (frame: MediaFrame, tracks: Tracks) => void;
  onPart: (part: CutPart, tracks: Tracks) => void;
  onEnd: () => void;
}

type State =
  | { name: 'off' }
  | { name: 'live'; source: Source }
  /** The source is lost: the broadcast continues if it is back in time. */
  | { name: 'waiting'; cancel: () => void }
  /** The broadcast is over: players still wait a moment for the next one. */
  | { name: 'ending'; cancel: () => void };

/** The broadcasts of one live stream: who sends, what players see of it, and when it begins and ends. */
export class Channel {
  readonly #options: ChannelOptions;
  #state: State = { name: 'off' };
  #source: Source | undefined;
  #presentation: Presentation | undefined;
  /** Where the stream's line of time ends, in milliseconds. */
  #timelineEnd = 0;
  #tracks: Tracks | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  get isBroadcasting(): boolean {
    return this.#state.name === 'live';
  }

  /** The encoding of the present or last broadcast. */
  get tracks(): Tracks | undefined {
    return this.#tracks;
  }

  /** The presentation for players; undefined before the first broadcast. */
  get presentation(): Presentation | undefined {
    return this.#presentation;
  }

  /** Accepts a source; one that is connected already is disconnected. */
  open(): Feed {
    this.#source?.disconnect();
    const source = new Source(this.#options.clock, () => this.#timelineEnd, {
      onRun: (tracks) => {
        this.#beginRun(source, tracks);
      },
      onFrame: (frame, tracks) => {
        this.#options.onFrame(frame, tracks);
      },
      onPart: (part, wallTime, tracks) => {
        this.#take(part, wallTime, tracks);
      },
      onClosed: (isOver) => {
        this.#onSourceClosed(source, isOver);
      },
    });
    this.#source = source;
    return source;
  }

  /** Ends the broadcast; players see its end. */
  close(): void {
    this.#source?.end();
    if (this.#state.name === 'waiting') this.#options.onEnd();
    this.#endPresentation();
  }

  #beginRun(source: Source, tracks: Tracks): void {
    const state = this.#state;
    if (state.name === 'waiting' || state.name === 'ending') state.cancel();
    if (state.name === 'off') {
      this.#presentation = this.#options.present();
      this.#timelineEnd = 0;
    }
    this.#tracks = tracks;
    this.#options.onRun();
    this.#presentation?.beginRun(initSegment(tracks));
    this.#state = { name: 'live', source };
    if (state.name === 'off' || state.name === 'ending') this.#options.onStart();
  }

  #take(part: CutPart, wallTime: number, tracks: Tracks): void {
    this.#timelineEnd = part.startAt + part.duration;
    this.#presentation?.add({
      seconds: part.duration / 1000,
      independent: part.independent,
      bytes: part.bytes,
      startsAt: wallTime,
      startsSegment: part.startsSegment,
    });
    this.#options.onPart(part, tracks);
  }

  #onSourceClosed(source: Source, isOver: boolean): void {
    if (this.#source === source) this.#source = undefined;
    if (this.#state.name !== 'live' || this.#state.source !== source) return;
    if (isOver) {
      const cancel = this.#options.clock.after(END_DELAY_MS, () => {
        this.#endPresentation();
      });
      this.#state = { name: 'ending', cancel };
      this.#options.onEnd();
      return;
    }
    const cancel = this.#options.clock.after(RECONNECT_MS, () => {
      this.#options.onEnd();
      this.#endPresentation();
    });
    this.#state = { name: 'waiting', cancel };
  }

  #endPresentation(): void {
    const state = this.#state;
    if (state.name === 'waiting' || state.name === 'ending') state.cancel();
    if (state.name !== 'off') this.#presentation?.end();
    this.#state = { name: 'off' };
  }
}
