/** One viewing of a video or a live stream, from the intent to play to the end of the visit. */
export interface Viewing {
  /** A UUIDv7 that the page makes: each player, each tab and each entry of a playlist has its own. */
  id: string;
  kind: 'video' | 'live-stream';
  /** The video's or the live stream's id. */
  mediaId: string;
  /** Milliseconds since 1970. */
  begunAt: number;
  /** Where it began: with the viewer's press, or when the media were first loaded. */
  begunBy: 'intent' | 'look';
  /** The origin of the page that the viewer came from; empty if unknown. */
  referrer: string;
  /** The site's own data about this viewing. */
  metadata: Readonly<Record<string, string>>;
}

/** What happened, in the order in which it happened. */
export type ViewingEvent = {
  /** Counts from 0, without gaps. */
  seq: number;
  /** Milliseconds since 1970, by a clock that never steps back. */
  emittedAt: number;
} & ViewingFact;

/** The position in the media at a moment, in seconds. */
interface At {
  at: number;
}

/** The types of events, each with its details. Lengths of time are milliseconds, positions are seconds. */
export type ViewingFact =
  /** Duration and size are known; once for each viewing. */
  | ({ type: 'ready' } & At)
  /** The viewer, the page or `autoplay` asked for playback for the first time. */
  | ({ type: 'intent'; by: 'viewer' | 'page' | 'autoplay' } & At)
  /** The first frame is on the screen. Without `startup` where nothing says when autoplay asked for it. */
  | ({ type: 'first-frame'; startup?: number } & At)
  | ({ type: 'play' | 'resume' | 'pause' | 'end' } & At)
  | { type: 'seek.forward' | 'seek.backward'; from: number; to: number }
  /** The playhead stands although it should move; dated back to when it stopped. */
  | ({ type: 'rebuffer.begin' } & At)
  | ({ type: 'rebuffer.end'; lasted: number } & At)
  | ({ type: 'rendition'; width: number; height: number; bitrate: number } & At)
  | ({ type: 'rate'; rate: number } & At)
  | ({ type: 'volume'; volume: number; muted: boolean } & At)
  /** The language of the captions that show; `null` for none. */
  | ({ type: 'captions'; language: string | null } & At)
  | ({ type: 'fullscreen' | 'picture-in-picture' | 'visible'; on: boolean } & At)
  /** Something failed, and playback recovers from it. */
  | ({ type: 'error'; code: string } & At)
  /** Playback ended with an error. It may come back: then `recovered` follows. */
  | ({ type: 'failure'; code: string } & At)
  /** It plays again; the milliseconds since the failure. */
  | ({ type: 'recovered'; lasted: number } & At)
  /** The page was left, hidden for good, or plays something else now. */
  | ({ type: 'leave' } & At);

/** Totals since the viewing began. Each delivery carries the latest ones, so that a lost delivery makes no total wrong. */
export interface ViewingTotals {
  /** From the first look to `ready`, in milliseconds; absent until then, and where it is unknown, as the next one. */
  playerStartup?: number;
  /** From the intent to the first frame. */
  videoStartup?: number;
  /** The viewer left a second or more after the intent, and no frame had come. */
  exitBeforeStart: boolean;
  failed: boolean;
  /** Milliseconds in which the media played. */
  watchTime: number;
  /** Merged ranges of the media that were played, in seconds. */
  watched: readonly (readonly [from: number, to: number])[];
  rebufferCount: number;
  rebufferDuration: number;
  seekCount: number;
  /** Bits per second, by the time that each rendition played; absent if unknown. */
  averageBitrate?: number;
  /** Shares of the watch time in which the picture was smaller or larger than its place: 0 to 1. */
  upscale?: number;
  downscale?: number;
  droppedFrames?: number;
  totalFrames?: number;
  /** Seconds behind a live source, by the time played. */
  latency?: number;
}

/** The sums of a viewing in which nothing has happened. */
export function emptyTotals(): ViewingTotals {
  return {
    exitBeforeStart: false,
    failed: false,
    watchTime: 0,
    watched: [],
    rebufferCount: 0,
    rebufferDuration: 0,
    seekCount: 0,
  };
}
