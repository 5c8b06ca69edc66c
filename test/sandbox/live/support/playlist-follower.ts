import assert from 'node:assert/strict';
import type { LivePlaylist } from './live-playlist.ts';

/** A segment as a client that follows the playlist knows it. */
interface KnownSegment {
  sequence: number;
  uri: string | undefined;
  seconds: number;
  startsAt: number | undefined;
  map: string | undefined;
  /** Discontinuities before it, since the stream began. */
  discontinuities: number;
}

/**
 * What a player knows of a live stream: it merges playlists, whole ones and updates, as RFC 8216bis says, and asserts
 * that no two of them contradict each other.
 */
export class PlaylistFollower {
  #known = new Map<number, KnownSegment>();
  #last = -1;
  #ended = false;

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Takes the answer to a reload. */
  take(playlist: LivePlaylist): void {
    const { sequence, skipped, segments, ended } = playlist;
    const kept = new Map<number, KnownSegment>();
    for (let number = sequence; number < sequence + skipped; number++) {
      const known = this.#known.get(number);
      assert.ok(known?.uri, `segment ${String(number)} is left out of the update, and is unknown`);
      kept.set(number, known);
    }
    const before = kept.get(sequence + skipped - 1);
    let discontinuities = before?.discontinuities ?? playlist.discontinuitySequence;
    let map = before?.map;
    for (const segment of segments) {
      if (segment.discontinuity) discontinuities++;
      map = segment.map ?? map;
      const { uri, seconds, startsAt } = segment;
      const length = seconds || segment.parts.reduce((sum, part) => sum + part.seconds, 0);
      const now = { sequence: segment.sequence, uri, seconds: length, startsAt, map, discontinuities };
      this.#compare(now);
      kept.set(now.sequence, now);
    }
    const newest = Math.max(...kept.keys());
    assert.ok(newest >= this.#last, 'the playlist never goes back');
    const first = kept.get(sequence);
    if (skipped > 0 && first)
      assert.ok(first.discontinuities >= playlist.discontinuitySequence, 'discontinuities are counted once');
    this.#known = kept;
    this.#last = newest;
    this.#ended = ended;
  }

  /** Begins with a new list, as a player does that loads the stream again: all that is in it must be new. */
  restart(): void {
    this.#known.clear();
    this.#ended = false;
  }

  #compare(now: KnownSegment): void {
    const before = this.#known.get(now.sequence);
    if (!before) return;
    const { uri, seconds, ...rest } = before;
    const { uri: uriNow, seconds: secondsNow, ...restNow } = now;
    assert.deepEqual(restNow, rest, `segment ${String(now.sequence)} is another one now`);
    if (uri !== undefined) assert.equal(uriNow, uri);
    if (uri !== undefined)
      assert.ok(Math.abs(secondsNow - seconds) < 0.001, 'a whole segment is as long as ever');
    else assert.ok(secondsNow > seconds - 0.001, 'an open segment only grows');
  }
}
