import type { Pair } from '../http/values/shape.ts';
import { invalid, required } from '../http/problem.ts';
import { membersOf, type Members } from '../http/values/members.ts';
import type { Ping, SessionEvent, SessionKind } from '../store/analytics/sessions.ts';

const TYPES: readonly string[] = ['ready', 'play', 'pause', 'resume', 'seek.backward', 'seek.forward', 'end'];
const MAX_EVENTS = 1000;
const MAX_PAIRS = 64;
/** Characters of a viewing's metadata, keys and values. */
const MAX_METADATA_CHARACTERS = 8 * 1024;

/** Reads what a player sends at a moment; throws the problem of what cannot be used. */
export function readPing(body: Members, kind: SessionKind, now: number): Ping {
  const session = membersOf(body['session'], 'session');
  const idName = kind === 'vod' ? 'video_id' : 'live_stream_id';
  const mediaId = session[idName];
  if (typeof mediaId !== 'string' || mediaId === '') throw required(`session.${idName}`);
  const emittedAt = readMoment(body['emitted_at']) ?? now;
  const { events = [], loaded } = { events: body['events'], loaded: readMoment(session['loaded_at']) };
  if (!Array.isArray(events) || events.length > MAX_EVENTS)
    throw invalid('events', 'It must be a list of events.');
  return {
    mediaId,
    sessionId: typeof session['session_id'] === 'string' ? session['session_id'] : undefined,
    viewingId: readViewingId(session['viewing_id']),
    loadedAt: loaded ?? emittedAt,
    emittedAt,
    referrer: typeof session['referrer'] === 'string' ? session['referrer'].slice(0, 2048) : '',
    metadata: readMetadata(session['metadata']),
    events: events.map((event, index) => readEvent(event, `events[${String(index)}]`, emittedAt)),
  };
}

function readEvent(value: unknown, name: string, otherwise: number): SessionEvent {
  const event = membersOf(value, name);
  const type = event['type'];
  if (typeof type !== 'string' || !TYPES.includes(type))
    throw invalid(`${name}.type`, 'There is no such event.');
  const id = event['id'];
  return {
    // An extension: an event that says which one it is counts once, however often it is sent.
    id: typeof id === 'string' && id.length <= 128 ? id : undefined,
    type,
    emittedAt: readMoment(event['emitted_at']) ?? otherwise,
    ...(type.startsWith('seek.')
      ? { from: readSeconds(event['from'], `${name}.from`), to: readSeconds(event['to'], `${name}.to`) }
      : { at: readSeconds(event['at'], `${name}.at`) }),
  };
}

/** An extension: the page's own name of the viewing. */
function readViewingId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^[\w-]{1,64}$/.test(value))
    throw invalid('session.viewing_id', 'It must be up to 64 letters, digits and hyphens.');
  return value;
}

/** To the millisecond; the service reads whole seconds back. */
function readSeconds(value: unknown, name: string): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw invalid(name, 'It must be a number of seconds.');
  return Math.max(0, Math.round(Math.min(value, 1e12) * 1000) / 1000);
}

/** Both encodings that are about: a list of pairs of one member, and a list of `{key, value}`. */
function readMetadata(value: unknown): Pair[] {
  if (!Array.isArray(value)) return [];
  const pairs = value.slice(0, MAX_PAIRS).flatMap((item: unknown): Pair[] => {
    if (typeof item !== 'object' || item === null) return [];
    const { key, value: text } = item as { key?: unknown; value?: unknown };
    const members: [string, unknown][] =
      typeof key === 'string' && text !== undefined ? [[key, text]] : Object.entries(item);
    return members
      .slice(0, MAX_PAIRS)
      .map(([name, one]) => ({ key: name.slice(0, 256), value: String(one).slice(0, 2048) }));
  });
  let left = MAX_METADATA_CHARACTERS;
  return pairs.slice(0, MAX_PAIRS).filter((pair) => (left -= pair.key.length + pair.value.length) >= 0);
}

function readMoment(value: unknown): number | undefined {
  const moment = typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : NaN;
  return Number.isNaN(moment) ? undefined : moment;
}
