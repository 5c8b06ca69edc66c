import { type Quality, resolutionOf } from '../../../playback/index.ts';
import type { HistoryTotals, PlaybackCondition } from './history.ts';

/** What the facts are made of. */
export interface FactSource {
  media: HTMLVideoElement;
  condition: PlaybackCondition;
  error: string | undefined;
  id: string | undefined;
  viewingId: string;
  quality: Quality | undefined;
  qualities: number;
  latency: number | undefined;
  targetLatency: number | undefined;
  /** Bits per second, as the segments came; undefined where nothing was measured. */
  line: number | undefined;
  totals: Readonly<HistoryTotals>;
}

const NONE = '–';

/** The present facts, by their names. */
export function factsOf(source: FactSource): Record<string, string> {
  const { media, condition, error, id, viewingId, latency, targetLatency, line, totals } = source;
  const { totalVideoFrames: frames, droppedVideoFrames: dropped } = framesOf(media);
  const { startup, watched, rebufferCount, rebuffered } = totals;
  const behind = media.currentTime - (startOfRange(media) ?? media.currentTime);
  return {
    'State': error === undefined ? condition : `${condition}, ${error}`,
    'Position': `${seconds(media.currentTime)} of ${Number.isFinite(media.duration) ? seconds(media.duration) : 'live'}`,
    'Buffer': `${seconds(bufferAhead(media))} ahead, ${seconds(behind)} behind`,
    'Rendition': renditionOf(source),
    'Picture': `${pixels(media.videoWidth, media.videoHeight)} in ${pixels(media.clientWidth * devicePixelRatio, media.clientHeight * devicePixelRatio)}`,
    'Frames': `${String(dropped)} dropped of ${String(frames)}`,
    'Line': line === undefined ? 'not measured' : bits(line),
    'Latency':
      latency === undefined
        ? NONE
        : `${seconds(latency)}${targetLatency === undefined ? '' : `, wanted ${seconds(targetLatency)}`}`,
    'Startup': startup === undefined ? NONE : `${String(Math.round(startup))} ms`,
    'Rebuffering': `${String(rebufferCount)} times, ${seconds(rebuffered / 1000)}`,
    'Watched': seconds(watched / 1000),
    'Played by': media.currentSrc.startsWith('blob:') || media.srcObject ? 'Media Source' : 'the browser',
    'Media': id ?? NONE,
    'Viewing': viewingId,
  };
}

/** Seconds that are loaded from the playhead on. */
export function bufferAhead({ buffered, currentTime }: HTMLVideoElement): number {
  const at = rangeAt(buffered, currentTime);
  return at < 0 ? 0 : buffered.end(at) - currentTime;
}

function startOfRange({ buffered, currentTime }: HTMLVideoElement): number | undefined {
  const at = rangeAt(buffered, currentTime);
  return at < 0 ? undefined : buffered.start(at);
}

function rangeAt(ranges: TimeRanges, time: number): number {
  for (let at = 0; at < ranges.length; at++) {
    if (ranges.start(at) <= time + 0.1 && ranges.end(at) >= time) return at;
  }
  return -1;
}

function framesOf(media: HTMLVideoElement): { totalVideoFrames: number; droppedVideoFrames: number } {
  const { getVideoPlaybackQuality } = media as Partial<HTMLVideoElement>;
  return getVideoPlaybackQuality?.call(media) ?? { totalVideoFrames: 0, droppedVideoFrames: 0 };
}

function renditionOf({ quality, qualities }: FactSource): string {
  if (!quality) return NONE;
  const rate = quality.frameRate === undefined ? '' : ` ${String(Math.round(quality.frameRate))} fps`;
  const codecs = quality.codecs === undefined ? '' : `, ${quality.codecs}`;
  return `${String(resolutionOf(quality))}p${rate}, ${bits(quality.bitrate)}, of ${String(qualities)}${codecs}`;
}

function bits(value: number | undefined): string {
  return value === undefined ? NONE : `${(value / 1e6).toFixed(2)} Mbit/s`;
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

function pixels(width: number, height: number): string {
  return `${String(Math.round(width))} × ${String(Math.round(height))}`;
}
