import type { Exchange } from '../http/exchange.ts';
import type { Services } from '../services/services.ts';
import type { LoggedRequest } from '../faults/request-log.ts';
import { isPlayable } from '../packaging/master-playlist.ts';
import { arrivedOf, sourceOf } from '../resources/videos/video-status.ts';
import type { Delivery } from '../store/account/deliveries.ts';
import type { Rendition } from '../store/media/encodings.ts';
import type { LiveStream } from '../store/media/live-streams.ts';
import type { Video } from '../store/media/videos.ts';
import { sessionStates, type SessionState } from './sessions.ts';

/** The state of the sandbox, all of one moment. */
export interface SandboxState {
  now: number;
  videos: { total: number; shown: VideoState[] };
  liveStreams: LiveStreamState[];
  sessions: SessionState[];
  webhooks: number;
  deliveries: DeliveryState[];
  faults: FaultState[];
  requests: LoggedRequest[];
}

/** A video in one line: what has arrived, and what has been made of it. */
export interface VideoState {
  videoId: string;
  title: string;
  isPublic: boolean;
  createdAt: number;
  seconds: number | null;
  /** `empty`: nothing has come yet. */
  status: 'empty' | 'uploading' | 'packaging' | 'playable' | 'failed';
  /** Why it failed, or lacks something, in words. */
  reason: string | null;
  bytes: number;
  /** How far it has come, in bytes or in parts, as it is sent; the total is not always known. */
  arrived: { unit: 'bytes' | 'parts'; count: number; total: number | null } | null;
  renditions: Pick<Rendition, 'type' | 'quality' | 'status'>[];
  /** Nothing where there is no picture. */
  thumbnail: string | null;
  page: string;
}

/** A live stream in one line. */
export interface LiveStreamState {
  liveStreamId: string;
  name: string;
  isPublic: boolean;
  isBroadcasting: boolean;
  /** How many services it is passed on to, and how many take it. */
  restreams: { wanted: number; connected: number };
  page: string;
}

/** One delivery in one line. */
export type DeliveryState = Pick<
  Delivery,
  'deliveryId' | 'type' | 'state' | 'attempts' | 'status' | 'reason' | 'createdAt'
> & { host: string };

/** A fault in force in one line. */
export interface FaultState {
  ruleId: number;
  what: string;
  fired: number;
}

const MAX_VIDEOS = 24;
const MAX_LINES = 20;
const MAX_REQUESTS = 120;

/** Looks at everything at once. */
export function sandboxState(services: Services, { origin }: Exchange): SandboxState {
  const newest = { column: 'created_at', order: 'desc' } as const;
  const filter = { tags: [], metadata: [] };
  const { videos, total } = services.videos.list(filter, newest, { pageSize: MAX_VIDEOS, offset: 0 });
  const { deliveries } = services.deliveries.list({ pageSize: MAX_LINES, offset: 0 });
  return {
    now: Date.now(),
    videos: { total, shown: videos.map((video) => videoState(services, video, origin)) },
    liveStreams: liveStreamStates(services, origin),
    sessions: sessionStates(services, { pageSize: MAX_LINES, offset: 0 }),
    webhooks: services.webhooks.count(),
    deliveries: deliveries.map(deliveryState),
    faults: services.faultRules.list().map(({ ruleId, sent, fired }) => ({
      ruleId,
      what: JSON.stringify(sent),
      fired,
    })),
    requests: services.requestLog.list().slice(0, MAX_REQUESTS),
  };
}

/** Looks at one video. Its addresses hold no token. */
export function videoState(services: Services, video: Video, origin: string): VideoState {
  const { encodings } = services;
  const { videoId, title, createdAt, updatedAt } = video;
  const source = sourceOf(services, videoId);
  const encoding = encodings.get(videoId);
  const renditions = encodings.renditions(videoId);
  const extents = source ? arrivedOf(services, videoId, source) : [];
  const bytes = extents.reduce((sum, { size }) => sum + size, 0);
  const isInParts = source?.form === 'parts';
  const base: Omit<VideoState, 'status'> = {
    videoId,
    title,
    isPublic: video.public,
    createdAt,
    seconds: encoding?.probe?.seconds ?? null,
    reason: encoding?.reason ?? null,
    bytes,
    arrived: source
      ? {
          unit: isInParts ? 'parts' : 'bytes',
          count: isInParts ? extents.length : bytes,
          total: source.total ?? null,
        }
      : null,
    renditions: renditions.map(({ type, quality, status }) => ({ type, quality, status })),
    // Under another address when it may be another picture.
    thumbnail:
      video.thumbnailType === null ? null : `_sandbox/pictures/${videoId}?at=${updatedAt.toString(36)}`,
    page: video.public ? `${origin}/embed/vod/${videoId}` : `_sandbox/watch/${videoId}`,
  };
  if (!source) return { ...base, status: 'empty' };
  // A source that could not be fetched has failed, and will never be complete.
  if (encoding?.state === 'failed' && !isPlayable(renditions)) return { ...base, status: 'failed' };
  if (!source.complete) return { ...base, status: 'uploading' };
  return { ...base, status: isPlayable(renditions) ? 'playable' : 'packaging' };
}

/** Live streams on the air come first. */
function liveStreamStates(services: Services, origin: string): LiveStreamState[] {
  const newest = { column: 'created_at', order: 'desc' } as const;
  const { liveStreams: found } = services.liveStreams.list({}, newest, { pageSize: 100, offset: 0 });
  return found
    .map((liveStream) => liveStreamState(services, liveStream, origin))
    .sort((one, other) => Number(other.isBroadcasting) - Number(one.isBroadcasting))
    .slice(0, MAX_LINES);
}

/** Looks at one live stream. Its address holds no token. */
export function liveStreamState(
  { live }: Services,
  { liveStreamId, name, public: isPublic, restreams }: LiveStream,
  origin: string,
): LiveStreamState {
  return {
    liveStreamId,
    name,
    isPublic,
    isBroadcasting: live.isBroadcasting(liveStreamId),
    restreams: { wanted: restreams.length, connected: live.passedOn(liveStreamId) },
    page: isPublic ? `${origin}/embed/live/${liveStreamId}` : `_sandbox/watch/${liveStreamId}`,
  };
}

function deliveryState(delivery: Delivery): DeliveryState {
  const { deliveryId, type, state, attempts, status, reason, createdAt, url } = delivery;
  return { deliveryId, type, state, attempts, status, reason, createdAt, host: new URL(url).host };
}
