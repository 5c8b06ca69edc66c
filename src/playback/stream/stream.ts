/** One rendition of a stream, as a viewer may choose it. */
export interface Quality {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Bits per second. */
  readonly bitrate: number;
  /** Frames per second, where the stream says. */
  readonly frameRate?: number | undefined;
  /** As in a MIME type, where the stream says. */
  readonly codecs?: string | undefined;
}

/** One sound track of a stream. */
export interface StreamAudioTrack {
  readonly id: string;
  readonly label: string;
  /** BCP 47 tag; empty if unknown. */
  readonly language: string;
  /** `main`, `alternative`, `commentary`, `descriptions`, … as in HTML; empty if unknown. */
  readonly kind: string;
  readonly enabled: boolean;
}

/** A stream's choices and the playing ones. */
export interface Stream {
  /** The renditions, smallest first. Empty where the browser chooses. */
  readonly qualities: readonly Quality[];
  /** The rendition that was chosen. */
  readonly quality: Quality | 'auto';
  /** The rendition that plays now. */
  readonly currentQuality?: Quality | undefined;
  readonly audioTracks: readonly StreamAudioTrack[];
  /** Live streams only: whether the viewer watches live. */
  readonly live?: 'at-edge' | 'behind' | undefined;
  /** Only where the stream has I-frames to show, and the visitor does not save data. */
  readonly openIFrames?: OpenIFrames | undefined;
}

/** Shows I-frames in a separate video element; rejects where they cannot be had. */
export type OpenIFrames = (video: HTMLVideoElement, signal: AbortSignal) => Promise<IFrameView>;

/** A video element that shows I-frames until its signal aborts. */
export interface IFrameView {
  /** Shows the I-frame of that second; one that is asked for meanwhile takes its place. */
  show: (seconds: number) => void;
}

/** Where a live stream is. */
export interface LivePosition {
  /** Seconds on the video's clock: where a viewer watches live. */
  readonly edge: number;
  /** Seconds that the viewer is behind the source, as far as it is known. */
  readonly latency: number;
}

/** The stream of media that offer no choice. */
export const PLAIN_STREAM: Stream = { qualities: [], quality: 'auto', audioTracks: [] };

/** The shorter side of a picture: a portrait video is called 720p by its width. */
export function resolutionOf({ width, height }: Pick<Quality, 'width' | 'height'>): number {
  return Math.min(width, height) || height;
}

/** The index of the quality that comes closest to another one: the largest that is no larger, else the smallest. */
export function closestQuality(qualities: readonly Quality[], wanted: Quality): number {
  const distance = ({ bitrate }: Quality) => Math.abs(bitrate - wanted.bitrate);
  let best: Quality | undefined;
  for (const quality of qualities) {
    const size = resolutionOf(quality);
    if (size > resolutionOf(wanted)) continue;
    const bestSize = best ? resolutionOf(best) : -1;
    if (!best || size > bestSize || (size === bestSize && distance(quality) < distance(best))) best = quality;
  }
  return best ? qualities.indexOf(best) : 0;
}

/** Within this distance from the edge, in seconds, a viewer watches live. */
const NEAR_SECONDS = { least: 2, most: 5 };

/** Whether a viewer is where live is. */
export function liveStatus(
  { currentTime }: Pick<HTMLMediaElement, 'currentTime'>,
  { edge }: LivePosition,
  segmentSeconds = NEAR_SECONDS.least,
): 'at-edge' | 'behind' {
  const near = Math.min(Math.max(segmentSeconds, NEAR_SECONDS.least), NEAR_SECONDS.most);
  return currentTime >= edge - near ? 'at-edge' : 'behind';
}
