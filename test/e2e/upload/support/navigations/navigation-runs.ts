import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { hasUploader, NavigationSite, PART } from './navigation-site.ts';
import { MODES, type NavigationMode, type NavigationPlan, type TimedMove } from './navigation-plan.ts';
import { registeringScript } from './register-worker.ts';
import type { PageNote } from './page-notes.ts';
import type { NavigationOutcome } from './navigation-outcome.ts';
import { mostAtOnce, sentAgain, type ChangeOfPage, type SentPart } from './sent-again.ts';
import type { PageLook, Visitor } from './visitor.ts';

/** Chromium asks nobody who has not touched the page, and says so: there was a click on an earlier one only. */
const REMARK = /^Blocked attempt to show a 'beforeunload' confirmation panel/;
/** A page that neither goes on nor offers to within this time is at fault. */
const PATIENCE_MS = 60_000;
/** For so long a page may show nothing while it looks for what an earlier one has left. */
const SEARCH_MS = 4_000;
/** A worker that sends nothing for so long has been ended. */
const WORKER_MS = 12_000;
/** Nobody has read an offer and found the file sooner: where the worker of a busy machine answers late, it goes by itself. */
const CHOICE_MS = 3_000;
const LOOK_MS = 120;

/** For how long something has been so, at each look. */
class Standing {
  #since: number | undefined;

  forMs(isSo: boolean): number {
    this.#since = isSo ? (this.#since ?? performance.now()) : undefined;
    return this.#since === undefined ? 0 : performance.now() - this.#since;
  }
}

/** Visits of a site in which an upload meets changes of page, each with what became of it. */
export class NavigationRuns {
  readonly #site: NavigationSite;
  readonly #visit: () => Promise<Visitor>;
  readonly #folder: string;
  readonly #registering: string;
  #count = 0;

  private constructor(
    site: NavigationSite,
    visit: () => Promise<Visitor>,
    folder: string,
    registering: string,
  ) {
    this.#site = site;
    this.#visit = visit;
    this.#folder = folder;
    this.#registering = registering;
  }

  static async open(visit: () => Promise<Visitor>): Promise<NavigationRuns> {
    const folder = await mkdtemp(path.join(tmpdir(), 'vh-navigations-'));
    return new NavigationRuns(await NavigationSite.open(), visit, folder, await registeringScript());
  }

  async close(): Promise<void> {
    await this.#site.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async run(plan: NavigationPlan): Promise<NavigationOutcome> {
    // A seed may come again, in another mode.
    const name = `film-${String(++this.#count)}.mp4`;
    const file = path.join(this.#folder, name);
    const { attributes, hasWorker } = MODES[plan.mode];
    this.#site.script = hasWorker ? this.#registering : '';
    const subject = plan.hasSubject ? 'subject="you"' : '';
    await this.#site.begin({ seed: plan.seed, size: plan.size }, `${attributes} ${subject}`, plan.shape);
    await writeFile(file, this.#site.film);
    const visitor = await this.#visit();
    try {
      return await new Visit(this.#site, visitor, plan, file).run();
    } finally {
      await visitor.end();
      await rm(file);
    }
  }
}

/** One upload, from its choice to its video. */
class Visit {
  readonly #site: NavigationSite;
  readonly #visitor: Visitor;
  readonly #plan: NavigationPlan;
  readonly #file: string;
  readonly #outcome: NavigationOutcome;
  #path = '/upload';
  /** The arrival on the present page. */
  #arrived = { at: 0, now: 0, isKept: false, received: 0 };
  readonly #changes: ChangeOfPage[] = [];
  /** What the pages had noted when the file was given last. */
  #notesWhenGiven = 0;
  /** True while the upload was sent last by the present tab. */
  #isOwnTab = true;

  constructor(site: NavigationSite, visitor: Visitor, plan: NavigationPlan, file: string) {
    this.#site = site;
    this.#visitor = visitor;
    this.#plan = plan;
    this.#file = file;
    this.#outcome = {
      ...{ mode: plan.mode, changes: 0, resumed: 0, limits: {}, clicks: 0, again: 0, connections: 0 },
      ...{ resumedAfter: [], againByChange: [], questions: 0, empty: 0, emptyChanges: 0, faults: [] },
    };
  }

  async run(): Promise<NavigationOutcome> {
    await this.#arrive(() => this.#visitor.open(`${this.#site.origin}/upload`));
    await this.#untilReady();
    await this.#give();
    for (const move of this.#plan.moves) {
      await this.#moment(move.after);
      if (await this.#isOver()) break;
      await this.#change(move);
    }
    if (!(await this.#isOver()) && !hasUploader(this.#path))
      await this.#change({ kind: 'link', to: '/films', after: 0 });
    await this.#end();
    return this.#outcome;
  }

  /** Waits until it is time for the next change, or the upload is over. */
  async #moment(after: number): Promise<void> {
    // Right away: the page may not have begun to send yet.
    if (after === 0) return;
    const mode: NavigationMode = MODES[this.#plan.mode];
    if (hasUploader(this.#path)) await this.#goesOn();
    else if (!mode.hasWorker) return;
    const wanted = this.#arrived.received + after * this.#plan.size;
    let last = { received: 0, at: performance.now() };
    for (;;) {
      const received = await this.#received();
      if (received >= wanted || (await this.#isOver())) return;
      if (received > last.received) last = { received, at: performance.now() };
      const patience = hasUploader(this.#path) ? PATIENCE_MS : WORKER_MS;
      if (performance.now() - last.at > patience) {
        if (hasUploader(this.#path)) throw new Error(`it stands still: ${await this.#scene()}`);
        return;
      }
      await rest(LOOK_MS);
    }
  }

  async #change(move: TimedMove): Promise<void> {
    const { origin } = this.#site;
    const visitor = this.#visitor;
    if ((await this.#received()) === 0) this.#outcome.emptyChanges++;
    const from = Date.now();
    await this.#arrive(async () => {
      if (move.kind === 'link') return visitor.follow(move.to);
      if (move.kind === 'closed') return visitor.closeAndReturn(origin + move.to);
      if (move.kind === 'other tab') return visitor.changeTab(origin + move.to);
      // At the end of the history nothing happens: a person reloads then.
      if (move.kind === 'reload' || !(await visitor.go(move.kind))) return visitor.reload();
    });
    const until = Date.now();
    // The tab before has sent until it was closed.
    if (move.kind === 'other tab') this.#arrived.now = until;
    this.#changes.push({ from, until });
    this.#outcome.changes++;
    if (move.kind === 'closed' || move.kind === 'other tab') this.#isOwnTab = false;
  }

  /** Does what leads to another page, and waits until that has begun. */
  async #arrive(work: () => Promise<void>): Promise<void> {
    const before = this.#site.notes.length;
    await work();
    const note = await within(PATIENCE_MS, 'no page came', () =>
      this.#site.notes.slice(before).findLast((one) => one.type === 'loaded' || one.type === 'returned'),
    );
    this.#path = note.path;
    const received = NavigationSite.received(await this.#site.parts());
    const now = note.type === 'loaded' ? note.now : Date.now();
    this.#arrived = {
      at: note.type === 'loaded' ? note.at : now,
      now,
      isKept: note.type === 'returned',
      received,
    };
  }

  async #untilReady(): Promise<void> {
    await within(
      PATIENCE_MS,
      'no uploader came',
      async () => (await this.#visitor.look()).isReady || undefined,
    );
  }

  async #give(): Promise<void> {
    this.#notesWhenGiven = this.#site.notes.length;
    await this.#visitor.give(MODES[this.#plan.mode].gives, this.#file);
    this.#isOwnTab = true;
  }

  /** Waits until the upload goes on on this page; gives the file again only where its bytes were not to be had. */
  async #goesOn(): Promise<void> {
    const began = performance.now();
    let hasGiven = this.#outcome.changes === 0;
    const [empty, offered] = [new Standing(), new Standing()];
    for (;;) {
      const first = (await this.#site.parts()).find(({ at }) => at >= this.#arrived.now);
      if (first) return this.#noteResumed(first.at, hasGiven);
      if (await this.#isOver()) return;
      const look = await this.#visitor.look();
      const isEmpty = look.isReady && look.rows === 0 && !look.isOffered && look.records.length === 0;
      const hasNothing = empty.forMs(isEmpty) > SEARCH_MS;
      const isOffered = offered.forMs(look.isOffered) > CHOICE_MS;
      if (!hasGiven && (isOffered || hasNothing)) {
        hasGiven = true;
        this.#judgeClick(look);
        await this.#give();
      }
      if (performance.now() - began > PATIENCE_MS) {
        throw new Error(`it neither goes on nor offers to: ${JSON.stringify(look)}`);
      }
      await rest(LOOK_MS);
    }
  }

  #noteResumed(at: number, hasGiven: boolean): void {
    if (!hasGiven) {
      this.#outcome.resumed++;
      if (!this.#arrived.isKept) this.#outcome.resumedAfter.push(Math.round(at - this.#arrived.at));
    }
    // The worker goes on with what another tab has left, and this page does not show it.
    if (hasGiven || !this.#isOthers) this.#isOwnTab = true;
  }

  /** True while the worker sends what this tab may not see: it began in another one, and the page does not name its visitor. */
  get #isOthers(): boolean {
    return MODES[this.#plan.mode].hasWorker && !this.#plan.hasSubject && !this.#isOwnTab;
  }

  /** True once a page has given the worker the file that it was given last. */
  get #heldSinceGiven(): boolean {
    return this.#site.notes.slice(this.#notesWhenGiven).some(({ type }) => type === 'held');
  }

  /** Whether a click was needed, by what the browser had for this page. */
  #judgeClick(look: PageLook): void {
    const { records } = look;
    const isOwn = this.#plan.hasSubject || this.#isOwnTab;
    const { gives, hasWorker }: NavigationMode = MODES[this.#plan.mode];
    const hadWorker = hasWorker && this.#heldSinceGiven;
    const isToBeHad =
      hadWorker || records.some(({ permission, isKept }) => permission === 'granted' || isKept);
    if (isOwn && isToBeHad) {
      this.#outcome.clicks++;
      return this.#fault(`a click although the bytes were to be had: ${JSON.stringify(look)}`);
    }
    const hasBegun = this.#arrived.received > 0;
    if (records.length === 0 && hasBegun) return this.#fault('an upload that had begun was not remembered');
    const isEarly = records.length === 0 || (hasWorker && !hadWorker);
    const limit = isEarly ? 'early' : !isOwn ? 'tab' : gives === 'drop' ? 'permission' : 'copy';
    this.#outcome.limits[limit] = (this.#outcome.limits[limit] ?? 0) + 1;
  }

  /** True once the service has the whole film. */
  async #isOver(): Promise<boolean> {
    const received = NavigationSite.received(await this.#site.parts());
    // The form around a part is not counted exactly.
    if (received < this.#plan.size - PART) return false;
    return (await this.#site.videos(path.basename(this.#file))).whole.length > 0;
  }

  /** The bytes that have arrived. */
  async #received(): Promise<number> {
    return NavigationSite.received(await this.#site.parts());
  }

  /** Waits for the end of all, and judges it. */
  async #end(): Promise<void> {
    const outcome = this.#outcome;
    if (!(await this.#isOver())) await this.#goesOn();
    let last = { received: -1, at: performance.now() };
    while (!(await this.#isOver())) {
      const received = await this.#received();
      if (received > last.received) last = { received, at: performance.now() };
      if (performance.now() - last.at > PATIENCE_MS)
        throw new Error(`it does not end: ${await this.#scene()}`);
      await rest(LOOK_MS);
    }
    const doneHere = this.#doneNote();
    // Nothing is left in the browser, so that nothing begins again.
    if (hasUploader(this.#path) && !this.#isOthers) await this.#untilNothingIsLeft();
    const parts = await this.#site.settledParts();
    const received = NavigationSite.received(parts);
    const { all, whole } = await this.#site.videos(path.basename(this.#file));
    outcome.again = Math.max(0, received - this.#plan.size) / PART;
    outcome.empty = all - whole.length;
    // The page that was left may have asked for one that nothing remembers, and the worker for another.
    const perChange = MODES[this.#plan.mode].hasWorker ? 2 : 1;
    if (whole.length !== 1 || outcome.empty > perChange * outcome.emptyChanges)
      this.#fault(`${String(all)} videos, ${String(whole.length)} of them whole`);
    const [videoId = ''] = whole;
    if (!(await this.#site.isIdentical(videoId))) this.#fault('other bytes than the film has');
    this.#judgeSentAgain(await this.#site.sentParts(parts));
    if (doneHere) {
      const { value } = await this.#visitor.look();
      if (value !== videoId) this.#fault(`the form has "${value}" and not ${videoId}`);
    }
    outcome.questions = this.#visitor.questions;
    for (const note of this.#site.notes)
      if (note.type === 'error' && !this.#isOfLeft(note)) this.#fault(`an error: ${note.code}`);
      else if (note.type === 'fault') this.#fault(note.what);
    for (const what of this.#visitor.complaints) if (!REMARK.test(what)) this.#fault(`console: ${what}`);
  }

  #judgeSentAgain(sent: readonly SentPart[]): void {
    const outcome = this.#outcome;
    const { byChange, beforeAny } = sentAgain(sent, this.#changes);
    outcome.againByChange = byChange;
    outcome.connections = mostAtOnce(sent);
    const most = Math.max(0, ...byChange);
    if (beforeAny > 0) this.#fault(`${String(beforeAny)} parts sent again before any change of page`);
    if (most > outcome.connections)
      this.#fault(
        `parts sent again by change of page: ${byChange.join(', ')}; at most ${String(outcome.connections)} may be`,
      );
  }

  async #untilNothingIsLeft(): Promise<void> {
    const began = performance.now();
    const offered = new Standing();
    let hasGiven = false;
    for (;;) {
      const look = await this.#visitor.look();
      if (look.records.length === 0 && look.copies === 0) return;
      // The last answer had come to no page: the file that is given again finds all of it stored.
      if (offered.forMs(look.isOffered) > CHOICE_MS && !hasGiven) {
        hasGiven = true;
        this.#judgeClick(look);
        await this.#give();
      }
      if (performance.now() - began > PATIENCE_MS)
        throw new Error(`the browser still remembers the upload, or keeps its file: ${JSON.stringify(look)}`);
      await rest(LOOK_MS);
    }
  }

  /** True where the present page has said that the video is stored. */
  #doneNote(): boolean {
    return this.#site.notes.some(({ type, page }) => type === 'done' && page === this.#page);
  }

  /** True of code that a page could not load because it was left: Firefox and WebKit end its loads before it knows. */
  #isOfLeft({ code, page }: PageNote & { type: 'error' }): boolean {
    return code === 'code-unavailable' && page !== this.#page;
  }

  /** The present page. */
  get #page(): number | undefined {
    return this.#site.notes.findLast(({ type }) => type === 'loaded' || type === 'returned')?.page;
  }

  /** What the page shows and the service has seen last, for a complaint. */
  async #scene(): Promise<string> {
    const look = await this.#visitor.look();
    const parts = (await this.#site.parts()).slice(-8);
    const last = parts.map(
      ({ state, bytesIn, at }) => `${state} ${String(bytesIn)} ${String(Date.now() - at)} ms ago`,
    );
    return JSON.stringify({ path: this.#path, look, last });
  }

  #fault(what: string): void {
    this.#outcome.faults.push(what);
  }
}

/** What `look` finds, once it finds something. */
async function within<Found>(
  milliseconds: number,
  fault: string,
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  const began = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - began > milliseconds) throw new Error(fault);
    await rest(LOOK_MS);
  }
}
