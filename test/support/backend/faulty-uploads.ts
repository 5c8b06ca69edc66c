import { setTimeout as wait } from 'node:timers/promises';
import { withDeadline } from '../../../src/core/async/deadline.ts';
import { eventually } from '../eventually.ts';
import { seededRandom } from '../seeded-random.ts';
import { Standstill } from './standstill.ts';
import type { GrantAnswer, Workers } from './workers.ts';

/** An uploader asks again for so long. */
const PATIENCE_MS = 60_000;
/** One question may take so long: Node's fetch may wait for ever for a server that was killed. */
const DEADLINE_MS = 10_000;
const RECOVERY_MS = 5_000;
/** A third of the time that a process gives its store: on a machine that stands still so long, the store may be late. */
const LATE_MS = 300;

/** How often each fault happens to an upload, from 0 to 1. */
export interface FaultRates {
  kill: number;
  lose: number;
  restart: number;
}

/** Counts of a run. */
export interface FaultCounts {
  asked: number;
  lost: number;
  killed: number;
  restarts: number;
  renewed: number;
  /** Tokens that outlive a renewal beside a fault, and videos that no visitor was given. */
  tokensLeft: number;
  empty: number;
  /** The longest time from a store that is back to a grant of each process, without the machine's own standstill. */
  recoveryMs: number;
}

export const NO_FAULTS: FaultCounts = {
  ...{ asked: 0, lost: 0, killed: 0, restarts: 0, renewed: 0, tokensLeft: 0, empty: 0, recoveryMs: 0 },
};

/** Uploads of a site whose processes are killed, whose answers are lost, and whose store stops and comes back. */
export class FaultyUploads {
  readonly #workers: Workers;
  readonly #rates: FaultRates;
  readonly #counts: FaultCounts;
  /** One fault at a time; each is waited for by the upload that it belongs to. */
  #faults: Promise<void> = Promise.resolve();
  /** Faults of the store and of processes, begun and ended. */
  #faulted = { begun: 0, ended: 0 };
  readonly #standstill = new Standstill();

  constructor(workers: Workers, rates: FaultRates, counts: FaultCounts) {
    this.#workers = workers;
    this.#rates = rates;
    this.#counts = counts;
  }

  /** The fault of a seed's upload: it has no grant, or two videos, or loses it when it is renewed. */
  async run(seed: number): Promise<string | undefined> {
    const random = seededRandom(seed);
    const key = `upload-of-a-file-${String(seed)}`;
    const { count } = this.#workers;
    const isQuiet = this.#watchFaults();
    const loser = random() < this.#rates.lose ? Math.floor(random() * count) : undefined;
    const loseAfter = Math.round(random() * 40);
    const asked = Array.from({ length: count }, (_, worker) => {
      if (worker !== loser) return this.#grant(worker, key);
      this.#counts.lost++;
      return this.#grant(worker, key, AbortSignal.timeout(loseAfter));
    });
    const fault = this.#maybeFault(random);
    const grants = await Promise.all(asked);
    const again = await this.#grant(Math.floor(random() * count), key);
    const fault_ = await fault;
    if (fault_ !== undefined) return fault_;
    const [grant] = grants;
    if (!grant || !again || grants.includes(undefined)) return `no grant in ${String(PATIENCE_MS / 1000)} s`;
    const videos = new Set([...grants, again].map((one) => one?.videoId));
    if (videos.size !== 1) return `${String(videos.size)} videos of one upload`;
    this.#counts.empty += (await this.#videosOf(key)) - 1;
    if (random() >= 0.25) return undefined;
    // Grants of one second have one claim, which knows one of their tokens.
    const known = [...grants, again].filter((one) => one?.claim === grant.claim);
    const tokens = known.map((one) => one?.token ?? '');
    const renewed = await this.#renew(grant, key, Math.floor(random() * count));
    // The one that a claim knows may be that of an answer that was lost.
    const isHeard = () => loser === undefined && isQuiet();
    return typeof renewed === 'string' ? renewed : this.#checkTokens(tokens, isHeard);
  }

  /** Renews a grant at a process: it is for the same video, and has another claim. */
  async #renew(grant: GrantAnswer, key: string, worker: number): Promise<string | undefined> {
    // A claim counts whole seconds.
    await wait(1_000);
    const renewed = await this.#until(() => this.#workers.renew(worker, grant, key));
    this.#counts.renewed++;
    if (!renewed) return 'a grant is not renewed';
    if (renewed.videoId !== grant.videoId) return 'a grant is renewed for another video';
    return renewed.claim === grant.claim ? 'a claim is the same after its renewal' : undefined;
  }

  /** A renewal deletes the token before it, unless the store was away when that was noted, or its answer was lost. */
  async #checkTokens(tokens: readonly string[], isHeard: () => boolean): Promise<string | undefined> {
    const left = await Promise.all(
      tokens.map((token) => this.#workers.service.ask('GET', `/upload-tokens/${token}`)),
    );
    if (left.some(({ status }) => status === 404)) return undefined;
    this.#counts.tokensLeft++;
    return isHeard() ? 'a token outlives the renewal of its grant' : undefined;
  }

  /** Returns what says whether the store and all processes have been there since, and in time. */
  #watchFaults(): () => boolean {
    const { begun, ended } = this.#faulted;
    const since = performance.now();
    const isThere = () => begun === ended && begun === this.#faulted.begun;
    return () => isThere() && this.#standstill.longestSince(since) < LATE_MS;
  }

  #grant(worker: number, key: string, signal?: AbortSignal): Promise<GrantAnswer | undefined> {
    let first = signal;
    return this.#until(() => {
      const lossy = first;
      first = undefined;
      return this.#workers.ask(worker, key, key, lossy);
    });
  }

  /** Asks as an uploader does: again after a refusal that passes, and where no answer came. */
  async #until(ask: () => Promise<Response>): Promise<GrantAnswer | undefined> {
    const until = performance.now() + PATIENCE_MS;
    for (let pause = 200; performance.now() < until; pause = Math.min(pause * 2, 2_000)) {
      this.#counts.asked++;
      const grant = await inTime(ask().then(readGrant)).catch(ifUnanswered);
      if (grant) return grant;
      await wait(pause);
    }
    return undefined;
  }

  /** The one fault that the dice give to an upload. */
  async #maybeFault(random: () => number): Promise<string | undefined> {
    const [isKill, isRestart] = [random() < this.#rates.kill, random() < this.#rates.restart];
    const [after, doomed] = [random() * 40, Math.floor(random() * this.#workers.count)];
    const [awayMs, isCrash] = [random() * 2_000, random() < 0.5];
    if (!isKill && !isRestart) return undefined;
    await wait(after);
    let wrong: string | undefined;
    const mine = this.#faults.then(async () => {
      if (isRestart) wrong = await this.#restartStore(awayMs, isCrash);
      else await this.#replace(doomed);
    });
    this.#faults = mine.catch(() => undefined);
    await mine;
    return wrong;
  }

  async #replace(doomed: number): Promise<void> {
    this.#faulted.begun++;
    await this.#workers.replace(doomed);
    this.#faulted.ended++;
    this.#counts.killed++;
  }

  /** Stops the store, starts it again, and measures how long each process goes without a grant after that. */
  async #restartStore(awayMs: number, isCrash: boolean): Promise<string | undefined> {
    const { store } = this.#workers;
    if (!store) return undefined;
    this.#faulted.begun++;
    await store.process.stop(store.signals[isCrash ? 0 : 1]);
    await wait(awayMs);
    await store.process.start();
    const began = performance.now();
    await Promise.all(Array.from({ length: this.#workers.count }, (_, worker) => this.#recover(worker)));
    // The promise is for a machine that runs: what this process itself did not get is no time of the backend's.
    const took = Math.round(performance.now() - began - this.#standstill.sumSince(began));
    this.#faulted.ended++;
    this.#counts.restarts++;
    this.#counts.recoveryMs = Math.max(this.#counts.recoveryMs, took);
    return took > RECOVERY_MS ? `no grant for ${String(took)} ms after the store was back` : undefined;
  }

  async #recover(worker: number): Promise<void> {
    const key = `upload-after-a-fault-${crypto.randomUUID()}`;
    const ask = () => inTime(this.#workers.ask(worker, key, key).then(readGrant)).catch(ifUnanswered);
    // One that never comes is measured, too.
    await eventually(ask).catch(() => undefined);
  }

  async #videosOf(key: string): Promise<number> {
    const { body } = await this.#workers.service.ask('GET', `/videos?title=${key}.mp4`);
    return Number(body['pagination']?.['itemsTotal']);
  }
}

const inTime = <Value>(work: Promise<Value>) => withDeadline(work, DEADLINE_MS, 'No answer.');

/** The grant of an answer; undefined for a refusal that passes. */
async function readGrant(answer: Response): Promise<GrantAnswer | undefined> {
  const text = await answer.text();
  if (answer.status === 201) return JSON.parse(text) as GrantAnswer;
  if ([429, 502, 503, 504].includes(answer.status)) return undefined;
  throw new WrongAnswer(`${String(answer.status)} ${text}`);
}

class WrongAnswer extends Error {}

function ifUnanswered(error: unknown): undefined {
  if (error instanceof WrongAnswer) throw error;
  return undefined;
}
