import { createSandbox } from '../../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { storageFailureOf } from '../../../../packages/vh-elements-sandbox/src/store/database/storage-failure.ts';
import { eventually } from '../../../support/eventually.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import type { HookReceiver } from '../../../support/sandbox/hook-receiver.ts';
import { sha256 } from '../../../support/sandbox/sandbox-bytes.ts';
import { basic, KEY, request, slugOf, type Ask, type Answered } from '../../../support/sandbox/sandbox.ts';
import { settled } from '../../../support/until.ts';
import { SweepFault } from './sweep-fault.ts';

/** More than any burst of faults is long. */
const MOST_TRIES = 12;
const STORAGE_PROBLEMS = [
  ...['storage-full', 'storage-failed', 'storage-read-only', 'too-many-open-files', 'database-failed'],
];

/** A sandbox that has been started. */
export interface Started {
  /** Serves, and answers at which address. */
  listen: () => Promise<string>;
  close: () => Promise<void>;
}

/** A sandbox whose storage is swept, and a client that repeats requests refused by failing storage. */
export class SweepSite {
  readonly dir: string;
  readonly hooks: HookReceiver;
  /** At a full second, where the synthetic source has a key frame. */
  readonly clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
  readonly logged: string[] = [];
  /** Called whenever the client has learned something. */
  onNote = (): void => undefined;
  /** How many storage errors the client got. */
  refusals = 0;
  #sandbox: Started | undefined;
  #url = '';

  constructor(dir: string, hooks: HookReceiver) {
    this.dir = dir;
    this.hooks = hooks;
  }

  get url(): string {
    return this.#url;
  }

  /** Starts the sandbox. A start that the storage refuses says so, and the next one goes well. */
  async open(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.#sandbox = await this.start();
        break;
      } catch (error) {
        this.refusals++;
        if (!storageFailureOf(error) || tries === MOST_TRIES)
          throw new SweepFault(`it does not start: ${String(error)}`);
      }
    }
    this.#url = await this.#sandbox.listen();
  }

  /** A sandbox in this process, which does not listen yet. */
  protected async start(): Promise<Started> {
    const sandbox = await createSandbox({
      dataDir: this.dir,
      apiKey: KEY,
      ffmpeg: false,
      limits: { partBytes: 1 },
      clock: this.clock,
      log: (line) => this.logged.push(line),
    });
    return {
      listen: async () => (await sandbox.listen({})).url,
      close: () => sandbox.close(),
    };
  }

  /** Lets the sandbox's time pass at once. */
  protected advance(milliseconds: number): void | Promise<void> {
    this.clock.advance(milliseconds);
  }

  async close(): Promise<void> {
    await this.#sandbox?.close();
    this.#sandbox = undefined;
  }

  async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** Asks until the storage lets it be answered; any other answer of 500 and above is a fault. */
  async send(method: string, where: string, ask: Ask = {}): Promise<Answered> {
    const target = new URL(where, this.#url).href;
    let last = '';
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answer = await request(method, target, ask).catch((error: unknown) => {
        // A file that fails in its middle can only break off.
        if (method !== 'GET') throw new SweepFault(`${method} ${where} is not answered: ${String(error)}`);
        return undefined;
      });
      if (answer && answer.status < 500) return answer;
      last = answer ? `${answer.status} ${answer.text}` : 'broken off';
      // The answer to HEAD has no body to say more.
      const isSaid = answer && (method === 'HEAD' || STORAGE_PROBLEMS.includes(slugOf(answer)));
      const isTyped = isSaid && [503, 507].includes(answer.status);
      if (answer && !isTyped) throw new SweepFault(`${method} ${where} is answered with ${last}`);
      this.refusals++;
      await this.pass(1);
    }
    throw new SweepFault(`${method} ${where} is refused on and on: ${last}`);
  }

  /** As `send`; another status than this one is a fault. */
  async sendFor(status: number, method: string, where: string, ask: Ask = {}): Promise<Answered> {
    const answer = await this.send(method, where, ask);
    if (answer.status === status) return answer;
    throw new SweepFault(`${method} ${where} is answered with ${answer.status} ${answer.text}`);
  }

  /** Asks for JSON. */
  async read<Answer>(where: string): Promise<Answer> {
    return JSON.parse((await this.sendFor(200, 'GET', where)).text) as Answer;
  }

  /** Writes down what the client has learned. */
  note(write: () => void): void {
    write();
    this.onNote();
  }

  /** Lets seconds pass. */
  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await this.advance(1000);
      await settled(1);
    }
  }

  /** Waits, while time passes, for something. */
  waitFor<Found>(look: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
    return eventually(async () => {
      await this.advance(1000);
      return look();
    });
  }

  /** The bytes that an address has. */
  async bytes(where: string): Promise<Uint8Array> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const response = await fetch(this.#url + where, { headers: { authorization: basic(KEY) } });
      const got = await response.arrayBuffer().catch(() => undefined);
      if (response.status === 200 && got) return new Uint8Array(got);
      if (response.status < 500 && got) throw new SweepFault(`${where} is answered with ${response.status}`);
      this.refusals++;
    }
    throw new SweepFault(`${where} cannot be read`);
  }

  /** Compares the stored source of a video. */
  async expectSource(videoId: string, bytes: Uint8Array): Promise<void> {
    const got = await this.bytes(`/videos/${videoId}/source`);
    if (sha256(got) !== sha256(bytes)) throw new SweepFault(`the source of ${videoId} has other bytes`);
  }
}
