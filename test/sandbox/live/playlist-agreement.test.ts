import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mediaPlaylist } from '../../../packages/vh-elements-sandbox/src/live/hls/media-playlist.ts';
import type { Presentation } from '../../../packages/vh-elements-sandbox/src/live/hls/presentation.ts';
import { SKIP_BOUNDARY } from '../../../packages/vh-elements-sandbox/src/live/hls/timing.ts';
import { parseLivePlaylist } from './support/live-playlist.ts';
import { LiveSchedule } from './support/live-schedule.ts';
import { PlaylistFollower } from './support/playlist-follower.ts';
import { announceSeed, rollDice } from '../../support/seeded.ts';

const SCHEDULES = 1_000;
const STEPS = 60;
/** Milliseconds that the server holds an answer back at most. */
const MOST_HELD_MS = 6_000;

/** A player that reloads as RFC 8216bis says, and never sees two playlists that contradict each other. */
class Player {
  readonly #follower = new PlaylistFollower();
  #presentation: Presentation | undefined;
  #loadedAt = -Infinity;
  /** When it asked for what it waits for, and whether for an update. */
  #asked: { at: number; isUpdate: boolean } | undefined;
  #newest = -1;

  ask(now: number): void {
    // A version that is no older than half of the skip boundary is what an update needs.
    const isRecent = now - this.#loadedAt < (SKIP_BOUNDARY / 2) * 1000;
    this.#asked ??= { at: now, isUpdate: isRecent && this.#presentation !== undefined };
  }

  /** Its answer comes, if it waits for one, by now or when the server cannot hold it back any longer. */
  answer(presentation: Presentation, now: number): void {
    if (!this.#asked) return;
    const { isUpdate, at } = this.#asked;
    this.#asked = undefined;
    // A server that was asked so long ago has answered, or the player has given up.
    if (now - at > MOST_HELD_MS) return;
    const isSame = presentation === this.#presentation;
    const playlist = parseLivePlaylist(mediaPlaylist(presentation, isUpdate));
    if (!isSame) {
      this.#follower.restart();
      assert.ok(playlist.sequence > this.#newest, 'numbers go on rising in another presentation');
    }
    this.#follower.take(playlist);
    this.#presentation = presentation;
    this.#newest = playlist.segments.at(-1)?.sequence ?? this.#newest;
    this.#loadedAt = now;
  }
}

describe('playlists of a live stream', () => {
  const seed = announceSeed();

  it(`never contradict each other, whatever its sources do (${String(SCHEDULES)} schedules)`, () => {
    for (let number = 0; number < SCHEDULES; number++) {
      const dice = rollDice(seed + number);
      const schedule = new LiveSchedule(dice);
      const players = [new Player(), new Player(), new Player()];
      const story: string[] = [];
      try {
        for (let step = 0; step < STEPS; step++) {
          for (const player of players) if (dice.below(3) > 0) player.ask(schedule.clock.now());
          story.push(schedule.step());
          const { presentation } = schedule;
          if (!presentation) continue;
          for (const player of players)
            if (dice.below(3) > 0) player.answer(presentation, schedule.clock.now());
        }
      } catch (error) {
        assert.fail(`schedule ${String(seed + number)}: ${story.join('; ')}: ${String(error)}`);
      }
    }
  });
});
