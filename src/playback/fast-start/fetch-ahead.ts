import { decorated } from '../requests/request-decorator.ts';
import { firstRequests, type StartPlace } from './first-requests.ts';
import { fetchPiece, isFresh, type FetchedBytes, type PrefetchedData } from './prefetched-data.ts';

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
