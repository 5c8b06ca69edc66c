import { randomUUID } from 'node:crypto';
import type { Clock } from '../common/clock.ts';
import type { FailureLog } from '../store/database/failure-log.ts';
import { discardFile } from '../http/body/receive-file.ts';
import type { Limits } from '../common/limits.ts';
import { JobQueue } from '../packaging/job-queue.ts';
import type { Packager } from '../packaging/packager.ts';
import type { DataFolder } from '../store/files/data-folder.ts';
import type { Database } from '../store/database/database.ts';
import type { PendingDownloads } from '../store/media/pending-downloads.ts';
import { throwIfStorage } from '../store/database/storage-failure.ts';
import { download, FailedDownload } from './download.ts';
import type { Ingest } from './ingest.ts';
import type { SourceHosts } from './source-hosts.ts';

/** The services that fetching sources uses. */
export interface DownloadsNeeds {
  database: Database;
  folder: DataFolder;
  pending: PendingDownloads;
  ingest: Ingest;
  packager: Packager;
  hosts: SourceHosts;
  limits: Limits;
  clock: Clock;
  failures: FailureLog;
  log: (line: string) => void;
}

/** How far a download has come. */
export interface DownloadProgress {
  received: number;
  total: number | undefined;
}

const MAX_CONCURRENT = 2;

/** Fetches the sources of videos that were made from an address, a few at a time. */
export class Downloads {
  readonly #needs: DownloadsNeeds;
  readonly #queue: JobQueue;
  readonly #progress = new Map<string, DownloadProgress>();

  constructor(needs: DownloadsNeeds) {
    this.#needs = needs;
    const { clock, failures } = needs;
    const work = (videoId: string, signal: AbortSignal) => this.#fetch(videoId, signal);
    this.#queue = new JobQueue({ name: 'fetching a source', work, width: MAX_CONCURRENT, clock, failures });
  }

  /** Takes a video whose address is known to the database. */
  add(videoId: string): void {
    this.#queue.add(videoId);
  }

  /** Lets go of a video that is being deleted. */
  drop(videoId: string): Promise<void> {
    return this.#queue.drop(videoId);
  }

  /** Stops in the middle: unfinished downloads start over at the next start. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }

  /** How far it has come; nothing while it waits. */
  progress(videoId: string): DownloadProgress | undefined {
    return this.#progress.get(videoId);
  }

  async #fetch(videoId: string, signal: AbortSignal): Promise<void> {
    const { folder, pending, log } = this.#needs;
    const file = randomUUID();
    try {
      const got = await this.#download(videoId, file, signal);
      signal.throwIfAborted();
      this.#keep(videoId, { file, ...got });
    } catch (error) {
      await discardFile(folder.extents, file);
      if (signal.aborted) return;
      throwIfStorage(error);
      const failure = error instanceof FailedDownload ? error : new FailedDownload('broken-off');
      // The cause may hold the address, which may hold a secret.
      log(`fetching the source of ${videoId} failed: ${failure.code}`);
      // In this order: a sudden end in between makes the next start try once more.
      this.#needs.packager.reject(videoId, failure.message);
      pending.fail(videoId, failure.code);
    } finally {
      this.#progress.delete(videoId);
    }
  }

  async #download(
    videoId: string,
    file: string,
    signal: AbortSignal,
  ): Promise<{ size: number; sha256: string }> {
    const { folder, pending, hosts, limits } = this.#needs;
    // The address may have been allowed when the video was made, and be forbidden now.
    const url = hosts.read(pending.addressOf(videoId) ?? '');
    if (typeof url === 'string') throw new FailedDownload('host-not-allowed');
    const to = folder.extent(file);
    const onProgress = (received: number, total: number | undefined) => {
      this.#progress.set(videoId, { received, total });
    };
    const got = await download({ url, hosts, limits, to, signal, onProgress });
    await folder.syncExtents();
    return got;
  }

  #keep(videoId: string, extent: { file: string; size: number; sha256: string }): void {
    const { database, ingest, pending, packager } = this.#needs;
    database.transaction(() => {
      ingest.complete(videoId, 'url', [{ position: 0, ...extent }]);
      pending.delete(videoId);
    });
    packager.add(videoId);
  }
}
