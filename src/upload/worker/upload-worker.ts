import { waitForLock } from '../resume/tabs/tab-lock.ts';
import {
  isOurs,
  pageLockName,
  parsePageMessage,
  sealed,
  type HandedUpload,
  type HeldUpload,
  type PageMessage,
  type WorkerAnswer,
} from '../resume/worker/worker-messages.ts';
import { subjectOf } from '../resume/store/upload-scope.ts';
import { BackgroundUpload, type WorkerEnvironment } from './background-upload.ts';

/** A page that sends, or has sent. */
interface KnownPage {
  /** Of its last message: one that comes late, or twice, changes nothing. */
  turn: number;
  /** What it sends, or what is sent on for it; by the key of the record. */
  uploads: ReadonlyMap<string, HeldUpload>;
  /** Those that are sent on. */
  readonly running: Map<string, BackgroundUpload>;
  /** Those that have come to their end by themselves: they wait for a page. */
  readonly ended: Set<string>;
  /** True once it has been left, closed, or has crashed. */
  isGone: boolean;
  /** Those whose visitor has signed out before it was known to be gone: they end with it. */
  signedOut: ReadonlySet<string>;
  readonly gone: Promise<void>;
  /** Ends the wait for its next message. */
  nextTurn: AbortController;
}

/** Browsers end a worker whose event takes longer than five minutes. */
const LONGEST_EVENT_MS = 4 * 60_000;
/** For a page that asks from time to time. */
const ATTENDED_MS = 20_000;

/**
 * Has the files of pages while they send, and sends on when a page has gone. The next page takes them back. It answers messages of
 * this library only, and no request of a page.
 */
export class UploadWorker {
  readonly #environment: WorkerEnvironment;
  readonly #pages = new Map<string, KnownPage>();
  /** The last claim: what it stops belongs to no page until it is answered, and the next one would miss it. */
  #claimed: Promise<unknown> = Promise.resolve();

  constructor(environment: WorkerEnvironment) {
    this.#environment = environment;
  }

  /** Takes a message, and answers it. Resolves when the browser may end the worker, as far as this message knows. */
  async take(data: unknown, answer: (message: unknown) => void): Promise<void> {
    if (!isOurs(data)) return;
    const message = parsePageMessage(data);
    // Of another version: the page does without.
    if (!message) return answer({ isUnknown: true });
    const reply = (more?: Partial<WorkerAnswer>) => answer(sealed({ isBusy: this.#isBusy, ...more }));
    switch (message.kind) {
      case 'attend':
        reply();
        return this.#isBusy ? this.#untilIdle(ATTENDED_MS) : undefined;
      case 'keep-for':
        await this.#endOthers(message.subject);
        return reply();
      case 'sign-out':
        await this.#signOut(message);
        return reply();
      case 'claim':
        return reply(await this.#handInTurn(message));
      case 'hold': {
        const page = this.#pageOf(message.page);
        this.#hold(page, message);
        reply();
        return this.#untilNextTurn(page);
      }
    }
  }

  get #isBusy(): boolean {
    return [...this.#pages.values()].some(({ running }) => running.size > 0);
  }

  #pageOf(id: string): KnownPage {
    const known = this.#pages.get(id);
    if (known) return known;
    const { locks } = this.#environment.resume;
    // The page has it for its life: who gets it after the page knows that it has gone.
    const gone = waitForLock(locks, pageLockName(id), new AbortController().signal).then((release) => {
      page.isGone = true;
      without(page, page.signedOut);
      this.#reconcile(page);
      return release();
    });
    const nextTurn = new AbortController();
    const page: KnownPage = {
      turn: -Infinity,
      uploads: new Map(),
      running: new Map(),
      ended: new Set(),
      isGone: false,
      signedOut: new Set(),
      gone,
      nextTurn,
    };
    // A browser without locks: the worker never knows, and sends nothing.
    gone.catch(() => {});
    this.#pages.set(id, page);
    return page;
  }

  #hold(page: KnownPage, { turn, uploads, kept }: PageMessage & { kind: 'hold' }): void {
    if (turn <= page.turn) return;
    page.turn = turn;
    page.nextTurn.abort();
    page.nextTurn = new AbortController();
    const before = page.uploads;
    page.uploads = new Map([
      ...kept.flatMap((key) => [...before].filter(([other]) => other === key)),
      ...uploads.map((upload) => [upload.key, upload] as const),
    ]);
    // A page that lives has it now: what another one has left of it is old.
    if (!page.isGone)
      for (const other of this.#pages.values()) {
        if (other === page || !other.isGone) continue;
        without(other, page.uploads.keys());
        this.#reconcile(other);
      }
    this.#reconcile(page);
  }

  /** Sends on what a page that has gone has left, and nothing else. */
  #reconcile(page: KnownPage): void {
    const { running, uploads, isGone } = page;
    for (const [key, upload] of running) {
      const held = uploads.get(key);
      if (!held || held.isPaused) void upload.stop();
    }
    if (!isGone) return;
    for (const held of uploads.values()) if (mayBegin(page, held)) this.#send(page, held);
  }

  #send(page: KnownPage, held: HeldUpload): void {
    const { running, ended } = page;
    const { key } = held;
    const upload = new BackgroundUpload(held, this.#environment, () => without(page, [key]));
    running.set(key, upload);
    void upload.ended.then(() => {
      running.delete(key);
      if (!upload.isStopped) ended.add(key);
      // The next one has its turn.
      this.#reconcile(page);
    });
  }

  #handInTurn(claim: PageMessage & { kind: 'claim' }): Promise<Pick<WorkerAnswer, 'handed' | 'awaited'>> {
    const handing = this.#claimed.then(() => this.#hand(claim));
    this.#claimed = handing.catch(() => {});
    return handing;
  }

  /** Stops what earlier pages have left for such an uploader, and gives it to the page, which has it from then on. */
  async #hand({
    page: id,
    scope,
    group,
    tab,
    subject,
  }: PageMessage & { kind: 'claim' }): Promise<Pick<WorkerAnswer, 'handed' | 'awaited'>> {
    if (subject !== undefined) await this.#endOthers(subject);
    const claimer = this.#pageOf(id);
    const isMeant = (held: HeldUpload) =>
      held.scope === scope &&
      held.group === group &&
      (subject !== undefined || (tab !== undefined && held.tab === tab));
    const left: HeldUpload[] = [];
    const awaited: string[] = [];
    const stored = new Set<string>();
    const stopped: Promise<void>[] = [];
    for (const page of this.#pages.values()) {
      if (page === claimer) continue;
      const meant = [...page.uploads.values()].filter(isMeant);
      if (!page.isGone) {
        // It may be about to go: browsers say so a moment later.
        awaited.push(...meant.map(({ key }) => key));
        continue;
      }
      without(
        page,
        meant.map(({ key }) => key),
      );
      left.push(...meant);
      for (const { key } of meant) {
        const upload = page.running.get(key);
        if (upload) stopped.push(upload.handOver().then(() => void (upload.isStored && stored.add(key))));
      }
      // What is stored is the claimer's once its record says so.
      for (const upload of page.running.values())
        if (upload.isStored && isMeant(upload.held)) stopped.push(upload.ended);
    }
    await Promise.all(stopped);
    const handed = left.filter(({ key }) => !stored.has(key));
    claimer.uploads = new Map([...claimer.uploads, ...handed.map((held) => [held.key, held] as const)]);
    if (claimer.isGone) this.#reconcile(claimer);
    // Not the settings, which may have a token.
    return { handed: handed.map(asHanded), awaited };
  }

  /** The files of other visitors go; their records stay for them. */
  #endOthers(subject: string | undefined): Promise<void> {
    return this.#end(({ scope }) => {
      const whose = subjectOf(scope);
      return whose !== undefined && whose !== encodeURIComponent(subject ?? '');
    });
  }

  /** What other pages have left goes; of a page of this tab, which is about to be gone, once it is. */
  async #signOut({ page: id, tab, group }: PageMessage & { kind: 'sign-out' }): Promise<void> {
    const isMeant = (held: HeldUpload) => group === undefined || held.group === group;
    for (const [other, page] of this.#pages) {
      if (page.isGone || other === id || tab === undefined) continue;
      const meant = [...page.uploads.values()].filter((held) => held.tab === tab && isMeant(held));
      page.signedOut = new Set(meant.map(({ key }) => key));
    }
    await this.#end(isMeant);
  }

  /** Resolves when nothing of that is sent any more that pages have left. */
  async #end(isMeant: (held: HeldUpload) => boolean): Promise<void> {
    const stopped: Promise<void>[] = [];
    for (const page of this.#pages.values()) {
      if (!page.isGone) continue;
      const meant = [...page.uploads.values()].filter(isMeant).map(({ key }) => key);
      without(page, meant);
      stopped.push(...meant.flatMap((key) => page.running.get(key)?.stop() ?? []));
    }
    await Promise.all(stopped);
  }

  /** Resolves at the next message of the page; of one that has gone, when nothing of it is sent any more. */
  async #untilNextTurn(page: KnownPage): Promise<void> {
    const { signal } = page.nextTurn;
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const tooLong = this.#environment.upload.sleep(LONGEST_EVENT_MS, either).catch(() => {});
    const done = page.gone.then(() => ended(page)).catch(() => {});
    await Promise.race([tooLong, done]);
    over.abort();
  }

  async #untilIdle(ms: number): Promise<void> {
    const over = new AbortController();
    const tooLong = this.#environment.upload.sleep(ms, over.signal).catch(() => {});
    await Promise.race([tooLong, Promise.all([...this.#pages.values()].map(ended))]);
    over.abort();
  }
}

/** What had begun goes on at once; what has waited begins in its turn. */
function mayBegin({ running, ended, uploads }: KnownPage, held: HeldUpload): boolean {
  const { key, isPaused, settings, waiting } = held;
  if (isPaused || !settings || running.has(key) || ended.has(key)) return false;
  const beside = [...running.keys()].filter((other) => isBeside(uploads.get(other), held));
  return !waiting || beside.length < Math.max(1, waiting.places);
}

/** True for two files of one element. */
const isBeside = (one: HeldUpload | undefined, other: HeldUpload): boolean =>
  one?.scope === other.scope && one.group === other.group;

const asHanded = ({ key, scope, group, file, handle, isPaused, waiting }: HeldUpload): HandedUpload => ({
  ...{ key, scope, group, file, handle, isPaused, waiting },
});

function without(page: KnownPage, keys: Iterable<string>): void {
  const gone = new Set(keys);
  page.uploads = new Map([...page.uploads].filter(([key]) => !gone.has(key)));
}

async function ended({ running }: KnownPage): Promise<void> {
  while (running.size > 0) await Promise.all([...running.values()].map((upload) => upload.ended));
}
