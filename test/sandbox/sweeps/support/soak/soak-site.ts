import { HookReceiver } from '../../../../support/sandbox/hook-receiver.ts';
import { request, type Answered, type Ask } from '../../../../support/sandbox/sandbox.ts';
import { SweepFault } from '../sweep-fault.ts';
import { SweepSite, type Started } from '../sweep-site.ts';
import type { SoakFigures, SoakPlaces } from './soak-messages.ts';
import { SoakProcess } from './soak-process.ts';

/** Where Node keeps the connections of `fetch`. */
const CONNECTIONS = Symbol.for('undici.globalDispatcher.1');

/** A client of a sandbox that has a process of its own, and of the page backend beside it. */
export class SoakSite extends SweepSite {
  #process: SoakProcess | undefined;
  #places: SoakPlaces = { url: '', rtmp: '', backend: '' };
  #now: number;
  /** How many requests it has made. */
  requests = 0;

  /** Starts on a folder that may have a past, at a moment of the sandbox's own clock. */
  static async start(dataDir: string, now: number): Promise<SoakSite> {
    const site = new SoakSite(dataDir, await HookReceiver.start(), now);
    await site.open();
    return site;
  }

  private constructor(dir: string, hooks: HookReceiver, now: number) {
    super(dir, hooks);
    this.#now = now;
  }

  /** The time of the sandbox's clock. */
  get now(): number {
    return this.#now;
  }

  get rtmp(): string {
    return this.#places.rtmp;
  }

  override async send(method: string, where: string, ask: Ask = {}): Promise<Answered> {
    this.requests++;
    return super.send(method, where, ask);
  }

  /** Asks the page backend, as a page of its own site. */
  askBackend(method: string, where: string, ask: Ask = {}): Promise<Answered> {
    this.requests++;
    const { backend } = this.#places;
    const headers = { 'x-vh-request': '1', 'origin': backend, ...ask.headers };
    return request(method, `${backend}/vh${where}`, { authorization: false, ...ask, headers });
  }

  /** The amounts that must not grow. */
  async measure(): Promise<SoakFigures> {
    const connections: unknown = Reflect.get(globalThis, CONNECTIONS);
    if (isDispatcher(connections)) {
      await connections.close();
      Reflect.set(globalThis, CONNECTIONS, new connections.constructor());
    }
    return this.#asked.ask({ kind: 'measure' });
  }

  /** Ends the process, and forgets what its webhooks have got. */
  async end(): Promise<void> {
    await this.#process?.end();
    this.hooks.stop();
  }

  protected override start(): Promise<Started> {
    const soaked = new SoakProcess((line) => this.logged.push(line));
    this.#process = soaked;
    return Promise.resolve({
      listen: async () => {
        this.#places = await soaked.ask({ kind: 'open', dataDir: this.dir, now: this.#now });
        return this.#places.url;
      },
      close: () => soaked.end(),
    });
  }

  protected override async advance(milliseconds: number): Promise<void> {
    this.#now = await this.#asked.ask({ kind: 'pass', milliseconds });
  }

  /** Lets hours pass, a minute at a time. */
  async passHours(hours: number): Promise<void> {
    await this.advance(hours * 3_600_000);
  }

  get #asked(): SoakProcess {
    if (!this.#process) throw new SweepFault('it is not open');
    return this.#process;
  }
}

type Dispatcher = { close: () => Promise<void>; constructor: new () => object };

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'close') === 'function';
}
