import { withPageConfig, pageConfig } from '../../../core/config.ts';
import type { sleep } from '../../../core/async/sleep.ts';
import { webAddress } from '../../../core/wire/web-address.ts';
import type { GrantSettings } from '../../ports/grant-settings.ts';
import type { QueueSettings } from '../../ports/upload-memory.ts';
import type { StoredUpload } from '../store/stored-upload.ts';
import { uploadScope } from '../store/upload-scope.ts';
import type { Locks } from '../tabs/tab-lock.ts';
import {
  pageLockName,
  parseWorkerAnswer,
  sealed,
  type HandedUpload,
  type HeldUpload,
  type PageMessage,
  type WaitingPlace,
  type WorkerAnswer,
} from './worker-messages.ts';

/** What the page sends, or has paused. */
export interface SentUpload {
  readonly file: File;
  /** Undefined for one that only the page can send. */
  readonly settings: QueueSettings | undefined;
  /** Its record of the moment; of a file that waits, what is known of it. */
  readonly stored: () => Pick<StoredUpload, 'key' | 'scope' | 'tab' | 'handle' | 'isPaused' | 'upload'>;
  /** Aborts when it is over, or left to others. */
  readonly signal: AbortSignal;
  /** Set for a file that has not begun. */
  readonly waiting?: WaitingPlace | undefined;
}

/** Files that the worker has given to this page, by the key of their record. */
export type HandedFiles = Map<string, HandedUpload>;

/** The functions of the browser that the link uses; a test brings its own. */
export interface LinkEnvironment {
  readonly locks: Pick<Locks, 'request'>;
  readonly tab: () => string | undefined;
  readonly handed: HandedFiles;
  readonly sleep: typeof sleep;
  /** An uploader may look again: there is something that it has not seen. */
  readonly notifyLeft: () => void;
}

/** The way to the worker. */
export interface WorkerLine {
  /** The worker of the moment; another object after it was replaced. */
  find: () => Promise<object | undefined>;
  /** Its answer to a message; undefined where none comes in time. */
  ask: (worker: object, message: unknown, timeoutMs: number) => Promise<unknown>;
}

/** Between two messages: browsers end a worker that hears nothing for half a minute. */
const PAUSE_MS = 5_000;
/** A worker that has to start first takes a while; one of another kind never answers. */
const FIRST_ANSWER_MS = 3_000;
const LATEST_ANSWER_MS = 60_000;
/** It may have to stop a request first. */
const ANSWER_MS = 10_000;

/** What a page has to do with the worker: gives it what it sends, and takes back what earlier pages have left. */
export class WorkerLink {
  readonly #environment: LinkEnvironment;
  readonly #line: WorkerLine;
  readonly #page = crypto.randomUUID();
  readonly #uploads = new Map<string, SentUpload>();
  /** Those that have not begun: of one that has, both may be there for a moment. */
  readonly #waiting = new Map<string, SentUpload>();
  #turn = 0;
  /** Resolves when the page has the lock that says that it is there. */
  #locked: Promise<unknown> | undefined;
  /** Those that answer, and those that do not: workers of another kind or version. */
  readonly #answers = new WeakMap<object, boolean>();
  #posting: Promise<void> | undefined;
  #beating: AbortController | undefined;

  constructor(environment: LinkEnvironment, line: WorkerLine) {
    this.#environment = environment;
    this.#line = line;
  }

  /** Gives an upload to the worker until its signal aborts, and the upload's pauses with it. */
  hold(upload: SentUpload): void {
    const { key } = upload.stored();
    if (upload.signal.aborted) return;
    const uploads = upload.waiting ? this.#waiting : this.#uploads;
    this.#environment.handed.delete(key);
    uploads.set(key, upload);
    const end = () => {
      if (uploads.get(key) === upload) uploads.delete(key);
      this.#change();
    };
    upload.signal.addEventListener('abort', end, { once: true });
    this.#change();
  }

  /** Something about what it holds has changed. */
  renew(): void {
    this.#change();
  }

  /** The page is left: a worker that was ended while nothing was sent has everything again. */
  leave(): void {
    if (this.#held.length + this.#environment.handed.size > 0) this.#post().catch(() => {});
  }

  /**
   * Takes what earlier pages have left for an uploader with these settings: `UnfinishedUploads` has the files then. Resolves with
   * the keys of those that another page has, which may be about to go.
   */
  async claim(settings: QueueSettings): Promise<readonly string[]> {
    const { handed, tab } = this.#environment;
    const { subject, group = '' } = settings;
    await this.#lock();
    const claim = {
      page: this.#page,
      scope: uploadScope(settings),
      group,
      tab: tab(),
      subject: subject || undefined,
    };
    const taking = this.#ask({ kind: 'claim', ...claim }, LATEST_ANSWER_MS).then((answer) => {
      for (const upload of answer?.handed ?? []) handed.set(upload.key, upload);
      if (answer?.handed?.length) this.#change();
      return answer;
    });
    const inTime = new AbortController();
    const late = this.#environment.sleep(ANSWER_MS, inTime.signal).then(() => {
      // The worker has let go of it: the uploader looks again then.
      void taking.then((answer) => answer?.handed?.length && this.#environment.notifyLeft());
      return undefined;
    });
    const answer = await Promise.race([taking, late]).finally(() => inTime.abort());
    return answer?.awaited ?? [];
  }

  /** Another visitor than before: what earlier pages have left of others ends. */
  async keepFor(subject: string | undefined): Promise<void> {
    await this.#ask({ kind: 'keep-for', subject: subject || undefined });
  }

  /** The visitor has signed out: what earlier pages have left ends, that of the group only where there is one. */
  async signOut(group: string | undefined): Promise<void> {
    const { tab } = this.#environment;
    await this.#ask({ kind: 'sign-out', page: this.#page, tab: tab(), group });
  }

  /** Has the worker stay while it sends what earlier pages have left. */
  async attend(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#ask({ kind: 'attend' }))?.isBusy)
      await this.#environment.sleep(PAUSE_MS, signal).catch(() => {});
  }

  /** After what changes together has changed. */
  #change(): void {
    const beat = this.#beating === undefined && this.#isNeeded;
    if (beat) void this.#beat((this.#beating = new AbortController()).signal);
    this.#posting ??= Promise.resolve().then(async () => {
      await this.#lock();
      this.#posting = undefined;
      await this.#post();
    });
    this.#posting.catch(() => {});
  }

  get #held(): SentUpload[] {
    const waiting = [...this.#waiting].filter(([key]) => !this.#uploads.has(key));
    return [...this.#uploads.values(), ...waiting.map(([, upload]) => upload)];
  }

  /** While something is to be sent: what is paused, or was never begun here, comes to the worker as the page is left. */
  get #isNeeded(): boolean {
    return this.#held.some(({ stored }) => !stored().isPaused);
  }

  /** A worker that was ended meanwhile starts again, and gets everything anew. */
  async #beat(signal: AbortSignal): Promise<void> {
    while (this.#isNeeded) {
      await this.#environment.sleep(PAUSE_MS, signal);
      await this.#post().catch(() => {});
    }
    this.#beating = undefined;
  }

  async #post(): Promise<void> {
    const uploads = this.#held.map(describe);
    const kept = [...this.#environment.handed.keys()];
    await this.#ask({ kind: 'hold', page: this.#page, turn: ++this.#turn, uploads, kept });
  }

  #lock(): Promise<unknown> {
    return (this.#locked ??= new Promise<void>((resolve, reject) => {
      const hold = () => {
        resolve();
        // For the life of the page.
        return new Promise<void>(() => {});
      };
      this.#environment.locks.request(pageLockName(this.#page), {}, hold).catch(reject);
    }));
  }

  /** The worker's answer; undefined where there is none, or one that does not know us: it gets no file. */
  async #ask(message: PageMessage, timeoutMs = ANSWER_MS): Promise<WorkerAnswer | undefined> {
    const worker = await this.#line.find().catch(() => undefined);
    if (!worker || this.#answers.get(worker) === false) return undefined;
    if (!this.#answers.has(worker) && !(await this.#meet(worker))) return undefined;
    return this.#send(worker, message, timeoutMs);
  }

  /** True once the worker has answered. One that takes longer, as a busy machine makes it, gets everything when it does. */
  async #meet(worker: object): Promise<boolean> {
    const inTime = new AbortController();
    const answer = this.#send(worker, { kind: 'attend' }, LATEST_ANSWER_MS).then((known) => {
      inTime.abort();
      const isLate = this.#answers.has(worker);
      this.#answers.set(worker, known !== undefined);
      if (!isLate || !known) return;
      this.#change();
      // An uploader may have looked without it.
      this.#environment.notifyLeft();
    });
    await Promise.race([answer, this.#environment.sleep(FIRST_ANSWER_MS, inTime.signal).catch(() => {})]);
    if (!this.#answers.has(worker)) this.#answers.set(worker, false);
    return this.#answers.get(worker) === true;
  }

  async #send(worker: object, message: PageMessage, timeoutMs: number): Promise<WorkerAnswer | undefined> {
    return parseWorkerAnswer(await this.#line.ask(worker, sealed(message), timeoutMs).catch(() => undefined));
  }
}

function describe({ file, settings, stored, waiting }: SentUpload): HeldUpload {
  const { key, scope, tab, handle, isPaused = false, upload } = stored();
  // tus-js-client sends by XMLHttpRequest, which workers do not have.
  const canSend = typeof settings?.grant !== 'function' && upload?.protocol !== 'tus';
  return {
    ...{ key, scope, tab, handle, isPaused, file, waiting },
    group: settings?.group ?? '',
    settings: settings && canSend ? asPlain(settings) : undefined,
  };
}

/** The settings with what the page has set for all, and with absolute addresses: a worker has neither. */
function asPlain({
  grant,
  token,
  baseUrl,
  protocol,
  videoId,
  subject,
  metadata,
  ...settings
}: GrantSettings): GrantSettings {
  const { backend, credentials, assetUrl } = withPageConfig(settings);
  return {
    grant: typeof grant === 'object' ? { ...grant, url: absolute(grant.url) ?? grant.url } : undefined,
    ...{ token, protocol, videoId, subject, metadata: metadata && { ...metadata } },
    ...{ baseUrl: absolute(baseUrl ?? pageConfig().baseUrl), backend: absolute(backend), credentials },
    assetUrl: absolute(assetUrl),
  };
}

function absolute(address: string | undefined): string | undefined {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  return address === undefined ? undefined : webAddress(address, base)?.href;
}
