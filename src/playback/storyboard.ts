import { partitionPoint } from '../core/partition-point.ts';
import { readBodyText } from '../core/wire/read-body-text.ts';

/** One picture of a storyboard: an image, or a part of one. */
export interface StoryboardTile {
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** Absolute. */
  readonly url: string;
  /** Pixels of the image; absent where the tile is all of it. */
  readonly part?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A picture a second for eleven hours. */
const MAX_TILES = 40_000;
const TIMING =
  /^\s*((?:\d{1,6}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s+-->\s+((?:\d{1,6}:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;
/** The session of private media: the session of the storyboard opens its images, too. */
const SESSION = 'avh';
const PART = /[#&]xywh=(?:pixel:)?(\d{1,6}),(\d{1,6}),(\d{1,6}),(\d{1,6})$/;

/**
 * Reads a storyboard: WebVTT whose cues are addresses of images, with `#xywh=` for a part of one. Whatever is not usable
 * is left out; the tiles are in order.
 */
export function parseStoryboard(text: string, baseUrl: string): readonly StoryboardTile[] {
  const lines = text.split(/\r\n|\r|\n/);
  const base = new URL(baseUrl);
  const tiles: StoryboardTile[] = [];
  for (let at = 0; at < lines.length && tiles.length < MAX_TILES; at++) {
    const timing = TIMING.exec(lines[at] ?? '');
    if (!timing) continue;
    const tile = toTile(timing, (lines[at + 1] ?? '').trim(), base);
    if (tile) tiles.push(tile);
  }
  return tiles.sort((one, other) => one.startTime - other.startTime);
}

/** The tile of a second; the nearest one before it where there is a gap. */
export function tileAt(tiles: readonly StoryboardTile[], seconds: number): StoryboardTile | undefined {
  const until = partitionPoint(tiles, ({ startTime }) => startTime <= seconds);
  return tiles[until - 1] ?? tiles[0];
}

function toTile([, start, end]: RegExpExecArray, address: string, base: URL): StoryboardTile | undefined {
  const [startTime, endTime] = [toSeconds(start), toSeconds(end)];
  if (address === '' || endTime <= startTime || !URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  const { hash } = url;
  url.hash = '';
  // An image of the network, and no script, file or text.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  carrySession(base, url);
  const tile = { startTime, endTime, url: url.href };
  if (!hash.includes('xywh=')) return tile;
  const [x = 0, y = 0, width = 0, height = 0] = PART.exec(hash)?.slice(1).map(Number) ?? [];
  return width > 0 && height > 0 ? { ...tile, part: { x, y, width, height } } : undefined;
}

/** An address in the storyboard loses the storyboard's own query, and the session with it. No other server gets it. */
function carrySession(from: URL, to: URL): void {
  const session = from.searchParams.get(SESSION);
  if (session === null || to.origin !== from.origin || to.searchParams.has(SESSION)) return;
  // Appended as text: a signed query stays as it was written.
  to.search += `${to.search === '' ? '?' : '&'}${SESSION}=${encodeURIComponent(session)}`;
}

function toSeconds(time = ''): number {
  return time
    .replace(',', '.')
    .split(':')
    .reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** Characters of a tile are about a hundred: this is a long film. */
const MAX_BYTES = 4_000_000;
const TIMEOUT_MS = 20_000;

/** Fetches a storyboard. When it fails, the storyboard has no pictures: playback does not depend on them. */
export async function fetchStoryboard(url: string, signal: AbortSignal): Promise<readonly StoryboardTile[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok) return [];
    return parseStoryboard((await readBodyText(response, MAX_BYTES)) ?? '', response.url || url);
  } catch {
    return [];
  }
}
