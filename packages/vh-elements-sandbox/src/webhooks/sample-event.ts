import { notFound, Problem } from '../http/problem.ts';
import type { Services } from '../services/services.ts';
import { newId } from '../store/database/id.ts';
import type { EventDetails } from './event-body.ts';

/** What an event is about, where it is said. */
export interface EventSubject {
  videoId: string | undefined;
  liveStreamId: string | undefined;
}

const NEWEST = { column: 'created_at', order: 'desc' } as const;
const FIRST = { pageSize: 1, offset: 0 };
/** A viewing of forty seconds, for a video that nobody has watched. */
const VIEWING = {
  watchTime: 38_000,
  videoStartup: 400,
  rebufferCount: 1,
  rebufferDuration: 2_000,
  seekCount: 0,
};

type Sample = (services: Services, about: EventSubject) => EventDetails;

/** What each event says about a video or a live stream that there is: the one that is named, or else the newest. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'live-stream.broadcast.started': liveStreamOf,
  'live-stream.broadcast.ended': liveStreamOf,
  'video.source.recorded': (services, about) => ({
    ...liveStreamOf(services, about),
    ...videoOf(services, about),
  }),
  'video.encoding.quality.completed': (services, about) => {
    const { videoId } = videoOf(services, about);
    const renditions = services.encodings.renditions(videoId);
    const made = renditions.findLast(({ type, status }) => type === 'hls' && status === 'encoded');
    return { videoId, encoding: 'hls', quality: made?.quality ?? '720p' };
  },
  'session.ended': (services, about) => {
    const known = services.sessionEnds.latest(about.videoId ?? about.liveStreamId);
    if (known) return { ...known };
    const watched =
      about.liveStreamId === undefined ? videoOf(services, about) : liveStreamOf(services, about);
    return { sessionId: newId('ps'), ...watched, totals: VIEWING };
  },
  'video.caption.generated': (services, about) => {
    const { videoId } = videoOf(services, about);
    const language = services.textTracks.list(videoId, 'captions')[0]?.language ?? 'en';
    return { videoId, captionId: newId('caption_'), generationMode: 'transcript', language };
  },
  'video.summary.generated': (services, about) => ({
    ...videoOf(services, about),
    summaryId: newId('summary_'),
  }),
};

/** The details of an event that has not happened, as they would be if it had; `type` is one of the interface. */
export function sampleEvent(services: Services, type: string, about: EventSubject): EventDetails {
  // One that is named must be there, even where the event does not tell it.
  if (about.videoId !== undefined) videoOf(services, about);
  if (about.liveStreamId !== undefined) liveStreamOf(services, about);
  return SAMPLES[type]?.(services, about) ?? {};
}

function videoOf({ videos }: Services, { videoId }: EventSubject): { videoId: string } {
  if (videoId !== undefined && !videos.get(videoId)) throw notFound('videoId');
  const found = videoId ?? videos.newest();
  if (found === undefined) throw missing('videoId', 'There is no video yet: make one first.');
  return { videoId: found };
}

function liveStreamOf({ liveStreams }: Services, { liveStreamId }: EventSubject): { liveStreamId: string } {
  if (liveStreamId !== undefined && !liveStreams.get(liveStreamId)) throw notFound('liveStreamId');
  const found = liveStreamId ?? liveStreams.list({}, NEWEST, FIRST).liveStreams[0]?.liveStreamId;
  if (found === undefined) throw missing('liveStreamId', 'There is no live stream yet: make one first.');
  return { liveStreamId: found };
}

function missing(name: string, detail: string): Problem {
  return new Problem('attribute-required', { name, detail });
}
