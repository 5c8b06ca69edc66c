import type { ViewingTotals } from '../ports/viewing.ts';
import type { Findings } from './fact.ts';
import type { Playhead } from './playhead.ts';

/** A picture may be that much larger or smaller than its place, and fits. */
const SCALE_TOLERANCE = 1.01;

/** The sums of a viewing, beside those of its playhead. */
export class RunningTotals {
  playerStartup: number | undefined;
  videoStartup: number | undefined;
  exitBeforeStart = false;
  failedAt: number | undefined;
  seekCount = 0;
  /** Of the rendition that plays. */
  bitrate: number | undefined;
  #scale: number | undefined;
  #latency: number | undefined;
  #seen = { dropped: 0, total: 0 };
  #droppedFrames = 0;
  #totalFrames: number | undefined;
  readonly #averages = { averageBitrate: [0, 0], upscale: [0, 0], downscale: [0, 0], latency: [0, 0] };

  /** Takes what a look has found; what it has not found stays as it was. */
  find({ dropped = 0, total, latency, scale }: Findings): void {
    this.#latency = latency ?? this.#latency;
    this.#scale = scale || this.#scale;
    if (total === undefined) return;
    // A fresh source counts from 0.
    const before = total < this.#seen.total ? { dropped: 0, total: 0 } : this.#seen;
    this.#droppedFrames += Math.max(0, dropped - before.dropped);
    this.#totalFrames = (this.#totalFrames ?? 0) + total - before.total;
    this.#seen = { dropped, total };
  }

  /** The media have played for `ms` as they are. */
  play(ms: number): void {
    this.failedAt = undefined;
    const scale = this.#scale;
    this.#add('averageBitrate', this.bitrate, ms);
    this.#add('upscale', scale && Number(scale > SCALE_TOLERANCE), ms);
    this.#add('downscale', scale && Number(scale < 1 / SCALE_TOLERANCE), ms);
    this.#add('latency', this.#latency, ms);
  }

  /** All known sums. */
  totals({ watchTime, ranges, stands, stoodFor }: Playhead): ViewingTotals {
    const { playerStartup, videoStartup, exitBeforeStart, failedAt, seekCount } = this;
    const sums: ViewingTotals = {
      exitBeforeStart,
      failed: failedAt !== undefined,
      watchTime: Math.floor(watchTime),
      watched: ranges.list,
      rebufferCount: stands,
      rebufferDuration: stoodFor,
      seekCount,
    };
    const droppedFrames = this.#totalFrames === undefined ? undefined : this.#droppedFrames;
    const known = { playerStartup, videoStartup, droppedFrames, totalFrames: this.#totalFrames };
    for (const [name, [sum = 0, ms = 0]] of Object.entries(this.#averages)) {
      const digits = name === 'averageBitrate' ? 1 : 1000;
      if (ms > 0) Object.assign(sums, { [name]: Math.round((sum / ms) * digits) / digits });
    }
    // JSON leaves out undefined fields.
    return Object.assign(sums, known);
  }

  #add(
    name: 'averageBitrate' | 'upscale' | 'downscale' | 'latency',
    value: number | undefined,
    ms: number,
  ): void {
    if (value === undefined || !Number.isFinite(value)) return;
    const [sum = 0, time = 0] = this.#averages[name];
    this.#averages[name] = [sum + value * ms, time + ms];
  }
}
