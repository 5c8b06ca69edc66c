import type { UploadedVideo } from '../../core/wire/video.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { fingerprintContent } from '../films/uploaded-films.ts';
import type { OpenMemory } from '../ports/upload-memory.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { BrowserMemory } from '../resume/browser-memory.ts';
import type { ResumeEnvironment } from '../resume/resume-environment.ts';
import type { Records } from '../resume/store/record-store.ts';
import type { StoredUpload } from '../resume/store/stored-upload.ts';
import type { HeldUpload } from '../resume/worker/worker-messages.ts';
import { Upload } from '../upload.ts';
import { DrainingSender } from './draining-sender.ts';

/** The platform functions of the worker; a test brings its own. */
export interface WorkerEnvironment {
  readonly upload: UploadEnvironment;
  readonly resume: ResumeEnvironment;
}

/** The next page comes within that, as a rule: what it would take back at once, with its parts on their way, is not begun. */
const START_PAUSE_MS = 1_000;

/** A page that claims an upload waits so long at most for the parts that are on their way. */
const LONGEST_DRAIN_MS = 2_000;

/**
 * Sends on an upload whose page has gone: of its record, which the next page continues. What is stored, cancelled, paused or
 * continued by another tab is never begun again.
 */
export class BackgroundUpload {
  /** Resolves when it has come to an end, or was stopped, and has left its record to others. */
  readonly ended: Promise<void>;
  /** What its page has left. */
  readonly held: HeldUpload;
  readonly #environment: WorkerEnvironment;
  readonly #sender: DrainingSender;
  readonly #stopped = new AbortController();
  #upload: Upload | undefined;
  #opening: Promise<unknown> | undefined;
  #isStored = false;

  /** `onVideo` is called when every byte is stored. */
  constructor(held: HeldUpload, environment: WorkerEnvironment, onVideo: (video: UploadedVideo) => void) {
    this.held = held;
    this.#environment = environment;
    this.#sender = new DrainingSender(environment.upload.sender);
    this.ended = this.#run(onVideo).catch(() => {});
  }

  /** True once every byte is stored. */
  get isStored(): boolean {
    return this.#isStored;
  }

  /** True once it was to stop. */
  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Lets the parts arrive that are on their way, so that the page does not send them again; then as `stop`. */
  async handOver(): Promise<void> {
    const { sleep } = this.#environment.upload;
    const over = new AbortController();
    const tooLong = sleep(LONGEST_DRAIN_MS, over.signal).catch(() => {});
    await Promise.race([this.#sender.drain(), this.ended, tooLong]);
    over.abort();
    // What has come is noted first.
    await sleep(0);
    return this.stop();
  }

  /** Stops at once. Resolves when a page may continue it. */
  stop(): Promise<void> {
    this.#stopped.abort();
    // Nothing is asked of the server: the video goes on elsewhere.
    this.#upload?.leave();
    return this.ended;
  }

  async #run(onVideo: (video: UploadedVideo) => void): Promise<void> {
    const { file, handle, settings, key, waiting } = this.held;
    await this.#environment.upload.sleep(START_PAUSE_MS, this.#stopped.signal);
    const stored = await this.#environment.resume.records.get(key);
    // Paused in the last moment of its page, whose message did not come any more; or sent by another tab.
    const isOver = stored?.isPaused || stored?.isRemoved || stored?.video;
    if (!settings || isOver || !(stored?.upload || waiting) || this.#stopped.signal.aborted) return;
    const environment = { ...this.#environment.upload, sender: this.#sender, openMemory: this.#openMemory };
    const upload = new Upload(file, { settings: () => settings, environment, handle });
    this.#upload = upload;
    await new Promise<void>((resolve) => {
      upload.store.subscribe((state) => {
        if (state.status === 'processing') {
          this.#isStored = true;
          onVideo(state.video);
          // After the record has the video. The next page asks when it can be played.
          queueMicrotask(() => upload.release());
        } else if (!RUNNING.has(state.status)) resolve();
      });
      upload.start();
    });
    await this.#opening?.catch(() => {});
    await this.#environment.resume.activeUploads.get(key);
  }

  /** The memory of the earlier page, or one for a file that has waited; without one nothing is sent. */
  readonly #openMemory: OpenMemory = async (options) => {
    const { scope, tab, group, waiting } = this.held;
    const environment = {
      ...this.#environment.resume,
      records: this.#records,
      tab: () => tab,
      isWorker: true,
    };
    const chosenAt = waiting?.chosenAt;
    const only = waiting ? 'free' : 'earlier';
    const opening = BrowserMemory.open({
      ...options,
      settings: { group },
      scope,
      environment,
      chosenAt,
      only,
    });
    this.#opening = opening;
    const memory = await opening.catch(() => undefined);
    if (memory && (memory.record ?? waiting)) return memory;
    // It is over, or another tab sends it.
    this.#upload?.leave();
    await memory?.release();
    options.signal.throwIfAborted();
    throw new VhError('aborted', 'Nothing is left to send.');
  };

  /** The records; that of a video which no page knows of yet says what its film is known by, unless it is cut from another one. */
  get #records(): Records {
    const { records } = this.#environment.resume;
    const withFilm = async (record: StoredUpload) => ({
      ...record,
      film: await fingerprintContent(this.held.file),
    });
    return {
      open: () => records.open(),
      get: (key) => records.get(key),
      list: () => records.list(),
      put: async (record) => records.put(record.isUnseen && !record.source ? await withFilm(record) : record),
      delete: (key) => records.delete(key),
    };
  }
}

const RUNNING: ReadonlySet<string> = new Set(['idle', 'granting', 'uploading', 'waiting', 'processing']);
