import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FailureLog } from '../store/database/failure-log.ts';
import type { EventBus } from '../common/event-bus.ts';
import type { LiveStream, LiveStreams } from '../store/media/live-streams.ts';
import type { CutPart } from './parts/part-cutter.ts';
import { Channel } from './channel.ts';
import type { Clock } from '../common/clock.ts';
import type { Feed } from './frames/feed.ts';
import { firstSequence } from './parts/first-sequence.ts';
import { Presentation } from './hls/presentation.ts';
import { SegmentFiles } from './hls/segment-files.ts';
import type { Tracks } from './frames/media-frame.ts';
import type { Recorder } from './recording/recorder.ts';
import type { Relays } from './relay/relays.ts';
import type { Snapshots } from './recording/snapshots.ts';
import { SyntheticSource } from './synthetic/synthetic-source.ts';

/** The services that live streaming uses. */
export interface LiveNeeds {
  clock: Clock;
  /** The same time, whose waits no jump of it ends: media come at the speed of their source. */
  paced: Clock;
  /** A folder for segments, which are useless after a restart. */
  folder: string;
  liveStreams: LiveStreams;
  recorder: Recorder;
  relays: Relays;
  snapshots: Snapshots;
  eventBus: EventBus;
  /** How much of the past players may go back to. */
  windowSeconds: number;
  failures: FailureLog;
  log: (line: string) => void;
}

/** One live stream that has been on the air. */
interface Entry {
  channel: Channel;
  files: Set<SegmentFiles>;
  createdAt: number;
  /** How often a source has begun, and how often the database knows that it has. */
  runs: number;
  keptRuns: number;
  /** The live stream's last known settings. */
  settings: LiveStream | undefined;
}

/** Every live stream that has been on the air since the start. */
export class Live {
  readonly #needs: LiveNeeds;
  readonly #channels = new Map<string, Entry>();
  readonly #synthetic = new Map<string, SyntheticSource>();

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
  }

  /** Clears away the segments of an earlier run, and waits for the videos of its recordings. */
  async begin(): Promise<void> {
    const { recorder, failures, folder } = this.#needs;
    await recorder.settled();
    await failures.attempt('clearing up live segments', () => rm(folder, { recursive: true, force: true }));
  }

  /** Makes videos of the recordings of an earlier run. */
  recover(): void {
    this.#needs.recorder.recover();
  }

  /** Resolves when each recording that is over is a video, or has been tried to be made one. */
  settled(): Promise<void> {
    return this.#needs.recorder.settled();
  }

  isBroadcasting(liveStreamId: string): boolean {
    return this.#channels.get(liveStreamId)?.channel.isBroadcasting ?? false;
  }

  /** Where the last picture that was taken of a live stream is; nothing need be there. */
  snapshot(liveStreamId: string): string {
    return this.#needs.snapshots.path(liveStreamId);
  }

  /** How many of the services that it is passed on to take a broadcast. */
  passedOn(liveStreamId: string): number {
    return this.#needs.relays.connected(liveStreamId);
  }

  /** The present or the last broadcast. */
  channel(liveStreamId: string): Channel | undefined {
    return this.#channels.get(liveStreamId)?.channel;
  }

  /** Lets a source send to a live stream, in the place of any other. */
  open(liveStreamId: string): Feed {
    return this.#channelOf(liveStreamId).open();
  }

  /** Starts the built-in source, unless it is running. */
  startSynthetic(liveStreamId: string): void {
    if (this.#synthetic.has(liveStreamId)) return;
    const feed = this.open(liveStreamId);
    const source = new SyntheticSource(this.#needs.paced, feed, this.#needs.log);
    this.#synthetic.set(liveStreamId, source);
    const forget = () => {
      source.silence();
      if (this.#synthetic.get(liveStreamId) === source) this.#synthetic.delete(liveStreamId);
    };
    feed.signal.addEventListener('abort', forget, { once: true });
  }

  stopSynthetic(liveStreamId: string): void {
    this.#synthetic.get(liveStreamId)?.stop();
  }

  /** Ends the broadcast of a live stream, whatever its source thinks. */
  complete(liveStreamId: string): void {
    this.#channels.get(liveStreamId)?.channel.close();
  }

  /** Forgets a live stream that is being deleted, and removes its segments. */
  async drop(liveStreamId: string): Promise<void> {
    const known = this.#channels.get(liveStreamId);
    known?.channel.close();
    this.#channels.delete(liveStreamId);
    for (const files of known?.files ?? []) await files.clear();
    await this.#needs.snapshots.drop(liveStreamId);
  }

  /** Ends every broadcast, and waits for the recordings. */
  async close(): Promise<void> {
    for (const { channel } of this.#channels.values()) channel.close();
    await this.#needs.recorder.close();
    for (const liveStreamId of [...this.#channels.keys()]) await this.drop(liveStreamId);
  }

  /** All data from the database are read here: opening a live stream can be refused, a frame cannot. */
  #channelOf(liveStreamId: string): Channel {
    const known = this.#channels.get(liveStreamId);
    if (known) return known.channel;
    const { clock, liveStreams, recorder, relays, eventBus } = this.#needs;
    const createdAt = liveStreams.get(liveStreamId)?.createdAt ?? clock.now();
    const runs = liveStreams.runs(liveStreamId);
    const entry: Entry = {
      channel: new Channel({
        clock,
        present: () => this.#present(liveStreamId, entry),
        onStart: () => {
          eventBus.emit('live-stream.broadcast.started', { liveStreamId });
        },
        onRun: () => {
          entry.runs++;
          this.#keepRuns(liveStreamId, entry);
        },
        onFrame: (frame, tracks) => {
          relays.push(liveStreamId, tracks, frame);
        },
        onPart: (part, tracks) => {
          this.#take(liveStreamId, entry, tracks, part);
        },
        onEnd: () => {
          recorder.finish(liveStreamId);
          relays.end(liveStreamId);
          eventBus.emit('live-stream.broadcast.ended', { liveStreamId });
        },
      }),
      files: new Set(),
      createdAt,
      runs,
      keptRuns: runs,
      settings: undefined,
    };
    this.#channels.set(liveStreamId, entry);
    return entry.channel;
  }

  /** Recording comes first, and nothing that is done beside it can keep it from being done. */
  #take(liveStreamId: string, entry: Entry, tracks: Tracks, part: CutPart): void {
    const { liveStreams, recorder, relays, snapshots } = this.#needs;
    this.#try('reading what to do with a live stream', () => {
      entry.settings = liveStreams.get(liveStreamId);
    });
    // While the database fails, the last requested state stays requested.
    const { settings } = entry;
    this.#try('handing a live stream to the recorder', () => {
      if (settings?.record) recorder.take(settings, tracks, part);
      else recorder.finish(liveStreamId);
    });
    this.#try('passing on a live stream', () => {
      if (settings) relays.update(settings);
    });
    this.#try('taking a picture of a live stream', () => {
      snapshots.consider(liveStreamId, tracks, part);
    });
    if (entry.keptRuns < entry.runs) this.#keepRuns(liveStreamId, entry);
  }

  /** Counts the runs, so that no address is ever used twice, after a restart either. */
  #keepRuns(liveStreamId: string, entry: Entry): void {
    const { runs } = entry;
    this.#try('counting the runs of a live stream', () => {
      this.#needs.liveStreams.setRuns(liveStreamId, runs);
      entry.keptRuns = runs;
    });
  }

  /** A full disk ends a recording, not a broadcast, and never the sandbox. */
  #try(task: string, work: () => void): void {
    try {
      work();
      this.#needs.failures.succeeded(task);
    } catch (error) {
      this.#needs.failures.failed(task, error);
    }
  }

  #present(liveStreamId: string, { channel, files: all, createdAt, runs }: Entry): Presentation {
    const { clock, paced, folder, windowSeconds, failures } = this.#needs;
    for (const old of all) void old.clear();
    all.clear();
    const files = new SegmentFiles(path.join(folder, liveStreamId, String(runs)), failures);
    all.add(files);
    return new Presentation({
      clock: paced,
      files,
      firstSequence: firstSequence({
        now: clock.now(),
        createdAt,
        runs,
        next: channel.presentation?.nextSequence,
      }),
      discontinuities: runs,
      windowSeconds,
    });
  }
}
