import type { Happening } from '../happenings.ts';

/** Every event that a webhook may ask for; the last two come from parts of the service that are not played here. */
export const WEBHOOK_EVENTS: readonly string[] = [
  'live-stream.broadcast.started',
  'live-stream.broadcast.ended',
  'video.source.recorded',
  'video.encoding.quality.completed',
  'video.caption.generated',
  'video.summary.generated',
] satisfies readonly (Happening['type'] | `video.${'caption' | 'summary'}.generated`)[];

/** The body that tells of a happening, its members in the order in which the service writes them. */
export function eventBody(happening: Happening, now: number): string {
  const { type } = happening;
  return JSON.stringify({ type, emittedAt: new Date(now).toISOString(), ...detailsOf(happening) });
}

function detailsOf(happening: Happening): Record<string, string> {
  switch (happening.type) {
    case 'live-stream.broadcast.started':
    case 'live-stream.broadcast.ended':
      return { liveStreamId: happening.liveStreamId };
    case 'video.source.recorded':
      return { liveStreamId: happening.liveStreamId, videoId: happening.videoId };
    case 'video.encoding.quality.completed': {
      const { videoId, liveStreamId, encoding, quality } = happening;
      return { videoId, ...(liveStreamId === undefined ? {} : { liveStreamId }), encoding, quality };
    }
  }
}
