import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { HappeningsBoard } from '../happenings.ts';
import type { LiveStreams } from '../store/live-streams.ts';
import type { CutPart } from './part-cutter.ts';
import { Channel } from './channel.ts';
import type { Clock } from '../clock.ts';
import type { Feed } from './feed.ts';
import { Presentation } from './hls/presentation.ts';
import { SegmentFiles } from './hls/segment-files.ts';
import type { Tracks } from './media-frame.ts';
import type { Recorder } from './recorder.ts';
import type { Relays } from './relays.ts';
import type { Snapshots } from './snapshots.ts';
import { SyntheticSource } from './synthetic/synthetic-source.ts';

/** What live streaming needs of the house. */
export interface LiveNeeds {
  clock: Clock;
  /** A folder for segments: what is in it is worth nothing after a restart. */
  folder: string;
  liveStreams: LiveStreams;
  recorder: Recorder;
  relays: Relays;
  snapshots: Snapshots;
  happenings: HappeningsBoard;
  /** How much of the past players may go back to. */
  windowSeconds: number;
  log: (line: string) => void;
}

/** Every live stream that has been on the air since the start. */
export class Live {
  readonly #needs: LiveNeeds;
  readonly #channels = new Map<string, { channel: Channel; files: Set<SegmentFiles> }>();
  readonly #synthetic = new Map<string, SyntheticSource>();

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
  }

  /** Clears away the segments of an earlier run, and makes videos of its recordings. */
  async begin(): Promise<void> {
    await this.#needs.recorder.recover();
    await rm(this.#needs.folder, { recursive: true, force: true });
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

  /** What is on the air, or was last. */
  channel(liveStreamId: string): Channel | undefined {
    return this.#channels.get(liveStreamId)?.channel;
  }

  /** Lets a source send to a live stream, in the place of any other. */
  open(liveStreamId: string): Feed {
    return this.#channelOf(liveStreamId).open();
  }

  /** Starts the built-in source; it goes on when it is running already. */
  startSynthetic(liveStreamId: string): void {
    if (this.#synthetic.has(liveStreamId)) return;
    const feed = this.open(liveStreamId);
    const source = new SyntheticSource(this.#needs.clock, feed);
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

  #channelOf(liveStreamId: string): Channel {
    const known = this.#channels.get(liveStreamId);
    if (known) return known.channel;
    const { clock, liveStreams, recorder, relays, snapshots, happenings } = this.#needs;
    const files = new Set<SegmentFiles>();
    const channel: Channel = new Channel({
      clock,
      present: () => this.#present(liveStreamId, files, channel),
      onStart: () => {
        happenings.tell('live-stream.broadcast.started', { liveStreamId });
      },
      onRun: () => {
        this.#try(() => {
          liveStreams.countRun(liveStreamId);
        });
      },
      onFrame: (frame, tracks) => {
        relays.push(liveStreamId, tracks, frame);
      },
      onPart: (part, tracks) => {
        snapshots.consider(liveStreamId, tracks, part);
        this.#try(() => {
          this.#follow(liveStreamId, tracks, part);
        });
      },
      onEnd: () => {
        recorder.finish(liveStreamId);
        relays.end(liveStreamId);
        happenings.tell('live-stream.broadcast.ended', { liveStreamId });
      },
    });
    this.#channels.set(liveStreamId, { channel, files });
    return channel;
  }

  #follow(liveStreamId: string, tracks: Tracks, part: CutPart): void {
    const { liveStreams, recorder, relays } = this.#needs;
    const liveStream = liveStreams.get(liveStreamId);
    if (liveStream) relays.follow(liveStream);
    if (liveStream?.record) recorder.take(liveStream, tracks, part);
    else recorder.finish(liveStreamId);
  }

  /** A full disk ends a recording, not a broadcast, and never the house. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#needs.log(`a live stream cannot be written down: ${String(error)}`);
    }
  }

  #present(liveStreamId: string, all: Set<SegmentFiles>, channel: Channel): Presentation {
    const { clock, folder, liveStreams, windowSeconds, log } = this.#needs;
    const createdAt = liveStreams.get(liveStreamId)?.createdAt ?? clock.now();
    // Counted in seconds since the stream was made, and a segment is longer than that: numbers go on rising after a
    // restart of the house too.
    const bySeconds = Math.max(0, Math.floor((clock.now() - createdAt) / 1000));
    const firstSequence = Math.max(bySeconds, channel.presentation?.nextSequence ?? 0);
    // Each run is counted, so that no address is ever used twice.
    const runs = liveStreams.runs(liveStreamId);
    for (const old of all) void old.clear();
    all.clear();
    const files = new SegmentFiles(path.join(folder, liveStreamId, String(runs)), log);
    all.add(files);
    return new Presentation({
      clock,
      files,
      firstSequence,
      discontinuities: runs,
      windowSeconds,
    });
  }
}
