import { existsSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../common/clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';
import type { EventBus } from '../common/event-bus.ts';
import type { Limits } from '../common/limits.ts';
import type { DataFolder } from '../store/files/data-folder.ts';
import type { Database } from '../store/database/database.ts';
import type { Edits } from '../store/media/edits.ts';
import { isOpen, type Encodings, type Rendition } from '../store/media/encodings.ts';
import type { Sources } from '../store/media/sources.ts';
import { storageFailureOf, throwIfStorage } from '../store/database/storage-failure.ts';
import type { Videos } from '../store/media/videos.ts';
import type { StoredFile } from './extents-source.ts';
import type { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { applyEdits } from './ffmpeg/apply-edits.ts';
import { renameDurably } from '../store/files/durable.ts';
import { JobQueue } from './job-queue.ts';
import { Packaging } from './packaging.ts';

/** The services that packaging uses. */
export interface PackagerNeeds {
  database: Database;
  eventBus: EventBus;
  folder: DataFolder;
  videos: Videos;
  sources: Sources;
  encodings: Encodings;
  edits: Edits;
  ffmpeg: Ffmpeg | undefined;
  limits: Limits;
  /** True when nothing that is added is made playable. */
  isAsleep: boolean;
  clock: Clock;
  failures: FailureLog;
  log: (line: string) => void;
}

/**
 * Makes playable what has been uploaded, in two queues: one does what copying can do, in seconds; the other encodes the
 * lower renditions, which may take minutes and which no other video should have to wait for.
 */
export class Packager {
  readonly #needs: PackagerNeeds;
  readonly #first: JobQueue;
  readonly #rest: JobQueue;

  constructor(needs: PackagerNeeds) {
    this.#needs = needs;
    const { clock, failures } = needs;
    this.#first = new JobQueue({
      name: 'packaging',
      work: (videoId, signal) => this.#packageFirst(videoId, signal),
      clock,
      failures,
    });
    this.#rest = new JobQueue({
      name: 'encoding',
      work: (videoId, signal) => this.#packageRest(videoId, signal),
      clock,
      failures,
    });
  }

  /** Whether pictures can be encoded here, and not only copied. */
  get canEncode(): boolean {
    return this.#needs.ffmpeg !== undefined;
  }

  /** Whether uploads stay as they came: see the option `packaging`. */
  get isAsleep(): boolean {
    return this.#needs.isAsleep;
  }

  /** Takes a video whose last byte is stored. */
  add(videoId: string): void {
    if (!this.#needs.isAsleep) this.#first.add(videoId);
  }

  /** Lets go of a video that is being deleted, and waits until nothing touches its files any more. */
  async drop(videoId: string): Promise<void> {
    // Both at once: the video's records are deleted, so neither queue may write them again.
    await Promise.all([this.#first.drop(videoId), this.#rest.drop(videoId)]);
  }

  /** Stops at once: unfinished work is resumed at the next start. */
  async stop(): Promise<void> {
    await Promise.all([this.#first.stop(), this.#rest.stop()]);
  }

  /** Makes the MP4 of a video that was packaged without one; while it is being packaged, the packager checks that. */
  addMp4(videoId: string): void {
    const encoding = this.#needs.encodings.get(videoId);
    if (encoding?.state !== 'done' || !this.#lacksMp4(videoId)) return;
    this.#needs.encodings.put(videoId, { ...encoding, state: 'encoding' });
    this.#rest.add(videoId);
  }

  /** Says of a video whose source will not come why there is nothing to play. */
  reject(videoId: string, reason: string): void {
    this.#fail(videoId, reason);
  }

  /** Takes a picture of a video for its thumbnail; false where nothing can. */
  async snapshot(videoId: string, seconds: number, signal: AbortSignal): Promise<boolean> {
    const { ffmpeg, encodings, folder, videos } = this.#needs;
    const probe = encodings.get(videoId)?.probe;
    if (!ffmpeg || !probe?.video) return false;
    const file = folder.assets(videoId, 'thumbnail');
    const taken = `${file}.new`;
    await mkdir(path.dirname(file), { recursive: true });
    const source = { files: this.#filesOf(videoId), container: probe.container };
    await ffmpeg.snapshot(source, seconds < probe.seconds ? seconds : 0, taken, signal);
    await renameDurably(taken, file);
    videos.setThumbnail(videoId, 'image/jpeg');
    return true;
  }

  async #packageFirst(videoId: string, signal: AbortSignal): Promise<void> {
    const { encodings, folder } = this.#needs;
    // Unfinished files of an interrupted run.
    await rm(folder.assets(videoId, 'work'), { recursive: true, force: true });
    await this.#guard(videoId, signal, async () => {
      await this.#edit(videoId, signal);
      const probe = await this.#packaging(videoId, signal).first();
      signal.throwIfAborted();
      encodings.put(videoId, { state: 'encoding', reason: undefined, probe });
      this.#rest.add(videoId);
    });
  }

  /** The edited file is the video's MP4, and replaces the source from then on. */
  async #edit(videoId: string, signal: AbortSignal): Promise<void> {
    const { edits, sources, folder, ffmpeg } = this.#needs;
    const to = this.#editedFile(videoId);
    if (to === undefined || existsSync(to)) return;
    const files = sources.extents(videoId).map(({ file, size }) => ({ path: folder.extent(file), size }));
    const work = folder.assets(videoId, 'work', 'edited.mp4');
    const pictureOf = (file: string) => folder.extent(file);
    await applyEdits({ files, edits: edits.get(videoId), pictureOf, work, to, ffmpeg, signal });
  }

  #editedFile(videoId: string): string | undefined {
    const { clips, watermarks } = this.#needs.edits.get(videoId);
    const isEdited = clips.length > 0 || watermarks.length > 0;
    return isEdited ? this.#needs.folder.assets(videoId, 'mp4', 'source.mp4') : undefined;
  }

  async #packageRest(videoId: string, signal: AbortSignal): Promise<void> {
    const { encodings, folder } = this.#needs;
    await this.#guard(videoId, signal, async () => {
      const probe = encodings.get(videoId)?.probe;
      const failures: string[] = [];
      do {
        if (probe) failures.push(...(await this.#packaging(videoId, signal).rest(probe)));
        await rm(folder.assets(videoId, 'work'), { recursive: true, force: true });
        signal.throwIfAborted();
        // Its MP4 may have come to be wanted in the meantime.
      } while (probe && this.#lacksMp4(videoId));
      // Some may be left of an earlier run that had an ffmpeg.
      this.#giveUp(videoId, encodings.renditions(videoId));
      // It plays without them, but the log says why one is missing.
      const reason = failures.length === 0 ? undefined : failures.join(' ');
      encodings.put(videoId, { state: 'done', reason, probe });
    });
  }

  #lacksMp4(videoId: string): boolean {
    const { encodings, videos } = this.#needs;
    const isWanted = videos.get(videoId)?.mp4Support ?? false;
    return isWanted && !encodings.renditions(videoId).some(({ type }) => type === 'mp4');
  }

  #packaging(videoId: string, signal: AbortSignal): Packaging {
    const { encodings, folder, videos, ffmpeg, limits, log } = this.#needs;
    return new Packaging({
      files: this.#filesOf(videoId),
      folder: folder.assets(videoId),
      ffmpeg,
      longestSeconds: limits.sourceSeconds,
      mp4: videos.get(videoId)?.mp4Support ?? false,
      signal,
      finished: encodings.renditions(videoId).filter(({ status }) => status === 'encoded'),
      onProbe: (probe) => {
        encodings.put(videoId, { state: 'encoding', reason: undefined, probe });
      },
      onRendition: (rendition) => {
        this.#keep(videoId, [rendition]);
      },
      takePicture: () => this.#takeFirstPicture(videoId, signal),
      log,
    });
  }

  /**
   * Runs a stage. Its failure fails the video, unless the stage was aborted or the storage failed: then the queue tries
   * again.
   */
  async #guard(videoId: string, signal: AbortSignal, stage: () => Promise<void>): Promise<void> {
    try {
      await stage();
    } catch (error) {
      if (storageFailureOf(error)) await this.#makeRoom(videoId);
      throwIfStorage(error);
      if (!signal.aborted) this.#fail(videoId, error instanceof Error ? error.message : String(error));
    }
  }

  /** Removes unfinished files: on a full disk they would take up what others need until the next try. */
  async #makeRoom(videoId: string): Promise<void> {
    await rm(this.#needs.folder.assets(videoId, 'work'), { recursive: true, force: true }).catch(
      () => undefined,
    );
  }

  async #takeFirstPicture(videoId: string, signal: AbortSignal): Promise<void> {
    const { encodings, videos } = this.#needs;
    if (videos.get(videoId)?.thumbnailType) return;
    const seconds = encodings.get(videoId)?.probe?.seconds ?? 0;
    // A little way in: the first frame is often black.
    await this.snapshot(videoId, Math.min(5, seconds * 0.1), signal);
  }

  #fail(videoId: string, reason: string): void {
    const { encodings, log } = this.#needs;
    const renditions = encodings.renditions(videoId);
    // A source that could not even be read has no renditions to fail: it would have had the lowest at least.
    const lowest: Rendition = { type: 'hls', quality: '240p', status: 'waiting', variant: undefined };
    this.#giveUp(videoId, renditions.length === 0 ? [lowest] : renditions);
    encodings.put(videoId, { state: 'failed', reason, probe: encodings.get(videoId)?.probe });
    log(`packaging of ${videoId} failed: ${reason}`);
  }

  #giveUp(videoId: string, renditions: readonly Rendition[]): void {
    const left = renditions.filter(({ status }) => isOpen(status));
    this.#keep(
      videoId,
      left.map((rendition) => ({ ...rendition, status: 'failed' })),
    );
  }

  /** Stores the progress of renditions, and publishes complete ones at once. */
  #keep(videoId: string, renditions: readonly Rendition[]): void {
    const { database, encodings, eventBus, videos } = this.#needs;
    const liveStreamId = videos.get(videoId)?.liveStreamId;
    const recorded = liveStreamId ? { liveStreamId } : {};
    database.transaction(() => {
      for (const rendition of renditions) encodings.putRendition(videoId, rendition);
      for (const { type: encoding, quality } of encodings.takeUnreported(videoId)) {
        eventBus.emitOrThrow('video.encoding.quality.completed', {
          videoId,
          encoding,
          quality,
          ...recorded,
        });
      }
    });
  }

  #filesOf(videoId: string): StoredFile[] {
    const { sources, folder } = this.#needs;
    const edited = this.#editedFile(videoId);
    if (edited !== undefined && existsSync(edited)) return [{ path: edited, size: statSync(edited).size }];
    return sources.extents(videoId).map(({ file, size }) => ({ path: folder.extent(file), size }));
  }
}
