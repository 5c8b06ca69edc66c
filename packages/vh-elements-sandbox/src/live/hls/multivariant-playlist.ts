import { codecsOf } from '../frames/codecs.ts';
import type { Tracks } from '../frames/media-frame.ts';
import type { Presentation } from './presentation.ts';

/** The playlist from which a player learns what to play, and where. */
export function multivariantPlaylist(tracks: Tracks, presentation: Presentation, uri: string): string {
  const { peak, average } = bitrates(presentation);
  const attributes = [
    `BANDWIDTH=${String(peak)}`,
    `AVERAGE-BANDWIDTH=${String(average)}`,
    `CODECS="${codecsOf(tracks)}"`,
    ...(tracks.video ? [`RESOLUTION=${String(tracks.video.width)}x${String(tracks.video.height)}`] : []),
  ];
  return `#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-STREAM-INF:${attributes.join(',')}\n${uri}\n`;
}

/** The bit rate of the newest segments, in bits per second. */
function bitrates({ segments }: Presentation): { peak: number; average: number } {
  const measured = segments
    .filter(({ parts }) => parts.length > 0)
    .map(({ parts, seconds }) => ({
      bits: parts.reduce((sum, { bytes }) => sum + bytes.length * 8, 0),
      seconds,
    }));
  const total = measured.reduce(
    (sum, { bits, seconds }) => ({ bits: sum.bits + bits, seconds: sum.seconds + seconds }),
    {
      bits: 0,
      seconds: 0,
    },
  );
  const peak = Math.max(1, ...measured.map(({ bits, seconds }) => bits / seconds));
  return { peak: Math.ceil(peak), average: Math.ceil(total.bits / total.seconds) || 1 };
}
