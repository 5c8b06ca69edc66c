import { pageWide } from '../../core/page-wide.ts';
import { fingerprintFile } from '../file/fingerprint-file.ts';
import { browserResumeEnvironment } from '../resume/resume-environment.ts';
import { uploadScope } from '../resume/store/upload-scope.ts';
import type { WorkerLink } from '../resume/worker/worker-link.ts';
import type { Upload } from '../upload.ts';
import type { PageQueue } from './page-queue.ts';
import { pageQueues } from './page-queues.ts';
import type { QueueItemStatus } from './queue-state.ts';

/** Of one page, at most: each is read in part, and as many are remembered by a browser. */
const MOST_WAITING = 50;

/** One that was paused before its turn is idle, as one that a person is to start. */
const WAITING_FOR_PERSON: ReadonlySet<QueueItemStatus> = new Set(['idle', 'paused']);
const UNSENT: ReadonlySet<QueueItemStatus> = new Set([
  ...WAITING_FOR_PERSON,
  ...(['queued', 'granting', 'optimizing', 'uploading', 'waiting'] as const),
]);

/** The browser functions that it uses; a test brings its own. */
export interface WaitingEnvironment {
  /** The queues of the page. */
  readonly queues: typeof pageQueues;
  readonly subtle: Pick<SubtleCrypto, 'digest'>;
  readonly tab: () => string | undefined;
}

/** A file that the page is to send, and has not begun to. */
interface Waiting {
  readonly upload: Upload;
  readonly files: PageQueue;
  /** Where it waits for a person. */
  readonly isPaused: boolean;
}

/** One that the worker has. */
interface Held {
  readonly end: AbortController;
  isPaused: boolean;
}

/**
 * Gives the worker the files that wait for their turn in the queues of the page, and those that have it and no byte yet. The queue
 * owns their order while the page lives; afterwards the worker begins them in it, as many at a time.
 */
export class WaitingFiles {
  readonly #link: Pick<WorkerLink, 'hold' | 'renew'>;
  readonly #environment: WaitingEnvironment;
  readonly #held = new Map<Upload, Held>();
  #chosenAt = 0;
  #isLooking = false;
  #isLate = false;

  constructor(link: Pick<WorkerLink, 'hold' | 'renew'>, environment: WaitingEnvironment) {
    this.#link = link;
    this.#environment = environment;
    // As long as there is the page.
    environment.queues.addEventListener('change', this.#look);
    this.#look();
  }

  readonly #look = (): void => {
    this.#isLate = true;
    if (!this.#isLooking) void this.#follow();
  };

  /** Until nothing has changed meanwhile: files are read one after the other. */
  async #follow(): Promise<void> {
    this.#isLooking = true;
    // Of what changes together, the last.
    await Promise.resolve();
    while (this.#isLate) {
      this.#isLate = false;
      const all = [...this.#environment.queues.all.keys()].flatMap(waitingOf).slice(0, MOST_WAITING);
      const uploads = new Set(all.map(({ upload }) => upload));
      for (const [upload, { end }] of this.#held)
        if (!uploads.has(upload)) {
          end.abort();
          this.#held.delete(upload);
        }
      for (const one of all) {
        const held = this.#held.get(one.upload);
        if (!held) await this.#hold(one);
        else if (held.isPaused !== one.isPaused) {
          held.isPaused = one.isPaused;
          this.#link.renew();
        }
      }
    }
    this.#isLooking = false;
  }

  /** A file that cannot be read is not held: its upload says so in its turn. */
  async #hold({ upload, files, isPaused }: Waiting): Promise<void> {
    const held: Held = { end: new AbortController(), isPaused };
    this.#held.set(upload, held);
    const { file, sendable } = upload;
    if (!sendable) return;
    const { settings, handle } = sendable;
    this.#chosenAt = Math.max(Date.now(), this.#chosenAt + 1);
    const waiting = { chosenAt: this.#chosenAt, places: files.places };
    const scope = uploadScope(settings);
    const fingerprint = await fingerprintFile(file, this.#environment.subtle).catch(() => undefined);
    if (fingerprint === undefined) return;
    const known = { key: `${scope} ${fingerprint}`, scope, tab: this.#environment.tab(), handle };
    const stored = () => ({ ...known, isPaused: held.isPaused, upload: undefined });
    this.#link.hold({ file, settings, stored, signal: held.end.signal, waiting });
  }
}

/** Those of a queue that a person has not taken out, in its order. */
function waitingOf(files: PageQueue): Waiting[] {
  return files.queue.store.state.items.flatMap(({ upload, state: { status }, id }) => {
    const isRemoved = files.removed?.has(id) === true;
    // A recording remembers for itself.
    if (isRemoved || !UNSENT.has(status) || !upload?.sendable || 'grown' in upload.chosenFile) return [];
    return [{ upload, files, isPaused: WAITING_FOR_PERSON.has(status) }];
  });
}

const page = pageWide('waiting-files/1', () => ({ files: undefined as WaitingFiles | undefined }));

/** Has the worker have what waits in the queues of this page, from now on; once for all copies of the library. */
export async function holdWaitingFiles(): Promise<void> {
  const environment = browserResumeEnvironment();
  if (page.files || !environment?.hasWorker?.()) return;
  const link = await environment.loadWorkerLink?.();
  const { subtle, tab } = environment;
  if (link) page.files ??= new WaitingFiles(link, { queues: pageQueues, subtle, tab });
}
