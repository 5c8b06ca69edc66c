import type { Exchange } from '../http/exchange.ts';
import type { House } from '../house.ts';
import type { LoggedRequest } from '../faults/request-log.ts';
import { isPlayable } from '../packaging/master-playlist.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Rendition } from '../store/encodings.ts';
import type { Video } from '../store/videos.ts';

/** What the sandbox's page shows, all of one moment. */
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
  /** Why it failed, in words. */
  reason: string | null;
  bytes: number;
  total: number | null;
  renditions: Pick<Rendition, 'type' | 'quality' | 'status'>[];
  thumbnail: string;
  page: string;
}

/** A live stream in one line. */
export interface LiveStreamState {
  liveStreamId: string;
  name: string;
  isBroadcasting: boolean;
  page: string;
}

/** One viewing in one line. */
export interface SessionState {
  sessionId: string;
  mediaId: string;
  kind: string;
  loadedAt: number;
  endedAt: number;
  events: number;
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

const VIDEOS = 24;
const LINES = 20;
const REQUESTS = 120;

/** Looks at everything at once. */
export function sandboxState(house: House, { origin }: Exchange): SandboxState {
  const newest = { column: 'created_at', order: 'desc' } as const;
  const filter = { tags: [], metadata: [] };
  const { videos, total } = house.videos.list(filter, newest, { pageSize: VIDEOS, offset: 0 });
  const { deliveries } = house.deliveries.list({ pageSize: LINES, offset: 0 });
  return {
    now: Date.now(),
    videos: { total, shown: videos.map((video) => videoState(house, video, origin)) },
    liveStreams: liveStreamStates(house, origin),
    sessions: sessionStates(house),
    webhooks: house.webhooks.count(),
    deliveries: deliveries.map(deliveryState),
    faults: house.faultRules.list().map(({ ruleId, sent, fired }) => ({
      ruleId,
      what: JSON.stringify(sent),
      fired,
    })),
    requests: house.requestLog.list().slice(0, REQUESTS),
  };
}

function videoState({ sources, encodings }: House, video: Video, origin: string): VideoState {
  const { videoId, title, createdAt } = video;
  const source = sources.get(videoId);
  const encoding = encodings.get(videoId);
  const renditions = encodings.renditions(videoId);
  const bytes = sources.extents(videoId).reduce((sum, { size }) => sum + size, 0);
  const countsBytes = source?.form === 'bytes' || source?.form === 'tus';
  const base: Omit<VideoState, 'status'> = {
    videoId,
    title,
    isPublic: video.public,
    createdAt,
    seconds: encoding?.probe?.seconds ?? null,
    reason: encoding?.reason ?? null,
    bytes,
    total: source?.complete ? bytes : countsBytes ? (source.total ?? null) : null,
    renditions: renditions.map(({ type, quality, status }) => ({ type, quality, status })),
    thumbnail: `${origin}/assets/vod/${videoId}/thumbnail.jpg`,
    page: `${origin}/embed/vod/${videoId}`,
  };
  if (!source) return { ...base, status: 'empty' };
  if (!source.complete) return { ...base, status: 'uploading' };
  if (isPlayable(renditions)) return { ...base, status: 'playable' };
  return { ...base, status: encoding?.state === 'failed' ? 'failed' : 'packaging' };
}

function liveStreamStates({ liveStreams, live }: House, origin: string): LiveStreamState[] {
  const newest = { column: 'created_at', order: 'desc' } as const;
  const { liveStreams: shown } = liveStreams.list({}, newest, { pageSize: LINES, offset: 0 });
  return shown.map(({ liveStreamId, name }) => ({
    liveStreamId,
    name,
    isBroadcasting: live.isBroadcasting(liveStreamId),
    page: `${origin}/embed/live/${liveStreamId}`,
  }));
}

function sessionStates({ database }: House): SessionState[] {
  const rows = database.all(
    `SELECT id, kind, media_id, loaded_at, ended_at,
       (SELECT count(*) FROM session_events WHERE session_id = sessions.id) AS events
     FROM sessions ORDER BY ended_at DESC LIMIT 20`,
  );
  return rows.map((row) => ({
    sessionId: String(row['id']),
    kind: String(row['kind']),
    mediaId: String(row['media_id']),
    loadedAt: Number(row['loaded_at']),
    endedAt: Number(row['ended_at']),
    events: Number(row['events']),
  }));
}

function deliveryState(delivery: Delivery): DeliveryState {
  const { deliveryId, type, state, attempts, status, reason, createdAt, url } = delivery;
  return { deliveryId, type, state, attempts, status, reason, createdAt, host: new URL(url).host };
}
