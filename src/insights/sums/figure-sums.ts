import type { FigureName, Figures, MissingReason } from './figures.ts';
import type { ViewingSummary } from '../viewings/viewing-summary.ts';
import { Audience } from './audience.ts';
import { StartupTimes } from './startup-times.ts';

/** The sums behind the figures of some viewings. */
export class FigureSums {
  /** People of all viewings, also of those that never started. */
  readonly audience = new Audience();
  readonly #viewers = new Audience();
  readonly #startups = new StartupTimes();
  #viewings = 0;
  #plays = 0;
  #watchTime = 0;
  #watchingNow = 0;
  /** Viewings of which the player has told its own sums, and what those say. */
  #measured = 0;
  #measuredWatchTime = 0;
  #rebuffers = 0;
  #rebuffering = 0;
  #failures = 0;
  #exits = 0;

  get plays(): number {
    return this.#plays;
  }

  add({ viewer, hasPlayed, isWatching, watchTime, measured }: ViewingSummary): void {
    this.audience.add(viewer);
    if (hasPlayed) this.#viewers.add(viewer);
    this.#viewings += 1;
    this.#plays += Number(hasPlayed);
    this.#watchTime += watchTime;
    this.#watchingNow += Number(isWatching);
    if (!measured) return;
    this.#measured += 1;
    this.#measuredWatchTime += watchTime;
    this.#rebuffers += measured.rebufferCount;
    this.#rebuffering += measured.rebufferDuration;
    this.#failures += Number(measured.failed);
    this.#exits += Number(measured.exited);
    if (measured.startup !== undefined) this.#startups.add(measured.startup);
  }

  merge(other: FigureSums): void {
    this.audience.merge(other.audience);
    this.#viewers.merge(other.#viewers);
    this.#startups.merge(other.#startups);
    this.#viewings += other.#viewings;
    this.#plays += other.#plays;
    this.#watchTime += other.#watchTime;
    this.#watchingNow += other.#watchingNow;
    this.#measured += other.#measured;
    this.#measuredWatchTime += other.#measuredWatchTime;
    this.#rebuffers += other.#rebuffers;
    this.#rebuffering += other.#rebuffering;
    this.#failures += other.#failures;
    this.#exits += other.#exits;
  }

  /** The figures; none of them where fewer people than the smallest audience are behind them. */
  figures(smallestAudience: number): Figures {
    // Nobody is no person whom a figure could tell of.
    const { size } = this.audience;
    if (size > 0 && size < smallestAudience) return hidden('audience');
    const isMeasured = this.#measured > 0;
    const startup = this.#startup();
    const spent = this.#measuredWatchTime + this.#rebuffering;
    return {
      viewings: this.#viewings,
      plays: this.#plays,
      viewers: this.#viewers.size,
      watchTime: Math.round(this.#watchTime),
      watchingNow: this.#watchingNow,
      startup,
      rebuffering: isMeasured
        ? {
            count: this.#rebuffers,
            duration: this.#rebuffering,
            share: spent === 0 ? 0 : this.#rebuffering / spent,
          }
        : undefined,
      failures: isMeasured ? this.#failures : undefined,
      exits: isMeasured ? this.#exits : undefined,
      missing: {
        ...(isMeasured ? {} : reasons(['rebuffering', 'failures', 'exits'], 'format')),
        ...(startup ? {} : { startup: isMeasured ? 'no-playback' : 'format' }),
      },
    };
  }

  #startup(): Figures['startup'] {
    const [median, slowest] = [this.#startups.within(0.5), this.#startups.within(0.95)];
    return median === undefined || slowest === undefined ? undefined : { median, slowest };
  }
}

/** Figures of which none is shown. */
function hidden(reason: MissingReason): Figures {
  const names = ['viewings', 'plays', 'viewers', 'watchTime', 'watchingNow', 'startup'] as const;
  const none = { startup: undefined, rebuffering: undefined, failures: undefined, exits: undefined };
  return {
    ...{ viewings: undefined, plays: undefined, viewers: undefined, watchTime: undefined },
    ...{ watchingNow: undefined, ...none },
    missing: reasons([...names, 'rebuffering', 'failures', 'exits'], reason),
  };
}

/** The same reason for several figures. */
export function reasons(names: readonly FigureName[], reason: MissingReason): Figures['missing'] {
  return Object.fromEntries(names.map((name) => [name, reason]));
}
