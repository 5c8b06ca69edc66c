import { decorated } from '../requests/request-decorator.ts';
import { fetchPiece, isFresh, type FetchedBytes, type PrefetchedData } from './prefetched-data.ts';
import { absolute, attributesOf, EXTINF, linesOf } from './read-playlists.ts';

/** Playlists of one rendition, by address: the picture's, and the sound's where that comes apart. */
export interface AheadOptions {
  playlists: readonly string[];
  place: StartPlace;
  /** Aborts running requests. */
  signal: AbortSignal;
}

/**
 * Asks for what hls.js will want first, where the start steps aside: a live stream, MPEG-TS, encrypted media.
 * Its code is on its way meanwhile.
 */
export function fetchAhead(memory: PrefetchedData, { playlists, place, signal }: AheadOptions): void {
  /** When the piece before was there: several share one line, and hls.js judges it by each. */
  let before = 0;
  for (const playlist of playlists) {
    const known = memory.texts.get(playlist);
    if (!known || !isFresh(known)) continue;
    for (const url of firstRequests(known.text, known.url, place)) {
      if (memory.pieces.has(url)) continue;
      const piece = fetchShare(url);
      // hls.js asks for it again, and reports the fault.
      piece.catch(() => memory.pieces.delete(url));
      memory.pieces.set(url, piece);
    }
  }

  /** A piece with its share of the time that all of them take. */
  async function fetchShare(url: string): Promise<FetchedBytes> {
    const sent = decorated(memory.decorator, url, {});
    const { data, firstByteMs, totalMs } = await fetchPiece(sent, signal);
    const now = performance.now();
    const share = Math.min(totalMs, now - before);
    before = now;
    return { data, firstByteMs: Math.min(firstByteMs, share), totalMs: share };
  }
}

/** Seconds: where to begin in a stream. */
export interface StartPlace {
  /** In the playlist's own time; 0 at the beginning of a film, or live. */
  startTime: number;
  /** Behind the source. Without it, what the stream asks for. */
  targetLatency?: number | undefined;
}

interface Piece {
  url: string;
  start: number;
  end: number;
}

interface Part extends Piece {
  isIndependent: boolean;
}

interface Segment extends Partial<Piece> {
  parts: Part[];
}

/** Tags by which an address is not all that hls.js asks for, or not where it begins. */
const SPECIAL_TAGS = /^#EXT-X-(?:BYTERANGE|DEFINE|GAP|SKIP|START)\b|\bBYTERANGE=/;
const TARGET_DURATION = '#EXT-X-TARGETDURATION:';
/** Segments that hls.js counts back by where a live stream says nothing. */
const HELD_BACK = 3;
/** Parts at once: with more, they would take bandwidth from the next shown one. */
const MAX_PARTS = 12;

/**
 * Reads from a media playlist what hls.js asks for first, so that it can be fetched while hls.js's code is on its
 * way: the initialisation and one segment, or all parts from where a low-latency stream is joined.
 */
export function firstRequests(text: string, base: string, place: StartPlace): readonly string[] {
  const lines = linesOf(text);
  const isLive = !lines.some((line) => /^#EXT-X-ENDLIST\b/.test(line));
  if (lines.some((line) => SPECIAL_TAGS.test(line))) return [];
  const segments = segmentsOf(lines, base);
  const end = segments?.reduce((last, segment) => Math.max(last, endOf(segment)), 0);
  if (!segments || end === undefined) return [];
  const parts = segments.flatMap((segment) => segment.parts);
  const duration = Number(
    lines.find((line) => line.startsWith(TARGET_DURATION))?.slice(TARGET_DURATION.length),
  );
  const control = attributesOf(lines.find((line) => line.startsWith('#EXT-X-SERVER-CONTROL:')) ?? '');
  const asked = Number(parts.length > 0 ? control['PART-HOLD-BACK'] : control['HOLD-BACK']);
  const latency = place.targetLatency ?? (asked > 0 ? asked : HELD_BACK * duration);
  // The last part, or segment, is where hls.js begins at the latest.
  const last = parts.at(-1) ?? segments.findLast(({ url }) => url !== undefined);
  const edge = Math.max(0, Math.min(end - latency, last?.start ?? 0));
  const time = isLive ? place.startTime || edge : place.startTime;
  const maps = lines
    .filter((line) => line.startsWith('#EXT-X-MAP:'))
    .map((line) => attributesOf(line)['URI'] ?? '');
  // Those with more than one differ from place to place.
  if (maps.length > 1) return [];
  const urls = [...maps.map((uri) => absolute(uri, base)), ...mediaAt(segments, time)].filter(Boolean);
  return urls.length > maps.length ? urls : [];
}

/** The segment at that time; where it is there in parts, these from the last one that can be shown independently. */
function mediaAt(segments: readonly Segment[], time: number): string[] {
  const at = segments.findIndex((segment) => time < endOf(segment));
  const segment = segments[at];
  if (!segment) return [];
  const first = segment.parts.findLastIndex(({ start, isIndependent }) => isIndependent && start <= time);
  if (first < 0) return segment.url === undefined ? [] : [segment.url];
  const rest = [...segment.parts.slice(first), ...segments.slice(at + 1).flatMap(({ parts }) => parts)];
  return rest.slice(0, MAX_PARTS).map(({ url }) => url);
}

/** The segments in their order; parts without a segment yet are the last one. Nothing where a duration is not one. */
function segmentsOf(lines: readonly string[], base: string): Segment[] | undefined {
  const segments: Segment[] = [];
  let end = 0;
  let partEnd = 0;
  let parts: Part[] = [];
  let seconds: number | undefined;
  for (const line of lines) {
    if (line.startsWith('#EXT-X-PART:')) {
      const { DURATION, URI = '', INDEPENDENT } = attributesOf(line);
      const start = parts.length > 0 ? partEnd : end;
      partEnd = start + Number(DURATION);
      parts.push({ url: absolute(URI, base), start, end: partEnd, isIndependent: INDEPENDENT === 'YES' });
      if (!(partEnd >= start)) return undefined;
    } else if (line.startsWith(EXTINF)) {
      seconds = Number.parseFloat(line.slice(EXTINF.length));
      if (!(seconds >= 0 && seconds < Infinity)) return undefined;
    } else if (seconds !== undefined && line.trim() !== '' && !line.startsWith('#')) {
      segments.push({ url: absolute(line.trim(), base), start: end, end: end + seconds, parts });
      end += seconds;
      parts = [];
      seconds = undefined;
    }
  }
  return parts.length > 0 ? [...segments, { parts }] : segments;
}

function endOf({ end, parts }: Segment): number {
  return end ?? parts.at(-1)?.end ?? 0;
}
