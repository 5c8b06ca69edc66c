import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import type { SessionEvent } from '../observe/state-machine.ts';

/** An event that waits to be delivered, with a name of its own by which a repeated delivery can be told. */
export type NamedEvent = SessionEvent & { id: string };

/** The constant part of a session's payloads. */
export interface V1Session {
  kind: 'video' | 'live-stream';
  /** The video's or the live stream's id. */
  id: string;
  /** Milliseconds since 1970. */
  loadedAt: number;
  referrer: string;
  metadata: readonly Readonly<Record<string, string>>[];
}

/** The part that changes from payload to payload. */
export interface V1Batch {
  events: readonly NamedEvent[];
  sessionId: string | undefined;
  /** Events lost since the last delivery. */
  dropped: number;
  now: number;
}

/** One payload of the service's first-generation collector. */
export function formatV1(session: V1Session, batch: V1Batch): string {
  return JSON.stringify({
    emitted_at: isoTime(batch.now),
    session: {
      ...(batch.sessionId === undefined ? {} : { session_id: batch.sessionId }),
      ...(session.kind === 'video' ? { video_id: session.id } : { live_stream_id: session.id }),
      loaded_at: isoTime(session.loadedAt),
      referrer: session.referrer,
      metadata: session.metadata,
    },
    events: batch.events.map(({ emittedAt, ...event }) => ({ ...event, emitted_at: isoTime(emittedAt) })),
    ...(batch.dropped > 0 ? { dropped: batch.dropped } : {}),
  });
}

/** Where a payload goes. */
export function v1Address(collector: string, kind: V1Session['kind']): string {
  return `${collector.replace(/\/+$/, '')}/${kind === 'video' ? 'vod' : 'live'}`;
}

const MAX_SESSION_ID_LENGTH = 200;

/** The session's id from the collector's answer, if it gives one that can be used. */
export function readSessionId(answer: string): string | undefined {
  const id = readText(readRecord(parseJson(answer))?.['session']);
  return id === undefined || id === '' || id.length > MAX_SESSION_ID_LENGTH ? undefined : id;
}

const MAX_METADATA_BYTES = 8 * 1024;

/** The wire's list of single pairs, as far as it stays below a bound: a page must not outgrow a delivery. */
export function v1Metadata(metadata: Readonly<Record<string, unknown>>): readonly Record<string, string>[] {
  const pairs: Record<string, string>[] = [];
  let size = 0;
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const pair = { [name]: String(value) };
    size += new TextEncoder().encode(JSON.stringify(pair)).length;
    if (size > MAX_METADATA_BYTES) break;
    pairs.push(pair);
  }
  return pairs;
}

/** The page from which the viewer came, without its query. */
export function plainReferrer(referrer: string): string {
  try {
    const { protocol, origin, pathname } = new URL(referrer);
    return protocol === 'https:' || protocol === 'http:' ? (origin + pathname).slice(0, 1024) : '';
  } catch {
    return '';
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
