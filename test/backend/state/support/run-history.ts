import {
  createBackend,
  createMemoryState,
  type Backend,
  type BackendState,
} from '../../../../src/backend/index.ts';
import { readText } from '../../../../src/core/wire/read-json.ts';
import { rollDice, type Dice } from '../../../support/seeded.ts';
import { Steps } from './steps.ts';
import { UploadService } from './upload-service.ts';

/** What happened in one history. */
export interface HistoryReport {
  steps: number;
  held: number;
  kills: number;
  grants: number;
  /** Videos that no visitor was given: a kill or an answer that never came may leave one. */
  left: number;
  faults: string[];
}

type Grant = Record<'token' | 'videoId' | 'claim', string>;

const SERVERS = 3;
const UPLOADS = 4;
/** The clients' own steps. */
const CLIENTS = -1;
const PATIENCE_MS = 300_000;

/** Three backends on one state: uploads are asked for, sent, renewed, ended and discarded, while processes pause and die. */
export function runHistory(seed: number): Promise<HistoryReport> {
  return new History(rollDice(seed)).run();
}

class History {
  readonly #dice: Dice;
  readonly #steps: Steps;
  readonly #service = new UploadService();
  readonly #state: BackendState;
  readonly #servers: { process: number; backend: Backend; lose: (() => void)[] }[] = [];
  readonly #given = new Set<string>();
  #processes = 0;
  readonly #report: HistoryReport = { steps: 0, held: 0, kills: 0, grants: 0, left: 0, faults: [] };

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#steps = new Steps(dice);
    this.#state = createMemoryState({ now: this.#steps.now });
  }

  async run(): Promise<HistoryReport> {
    const uninstall = this.#steps.install();
    try {
      for (let at = 0; at < SERVERS; at++) this.#start(at);
      let running = UPLOADS;
      for (let at = 0; at < UPLOADS; at++) {
        this.#upload(`upload-of-a-file-${String(at)}`).then(
          () => running--,
          (error: unknown) => {
            running--;
            this.#report.faults.push(String(error));
          },
        );
      }
      const ended = await this.#steps.run(
        () => running === 0,
        () => this.#maybeKill(),
      );
      if (!ended) this.#report.faults.push('it does not end');
      for (const videoId of this.#service.videos.keys()) if (!this.#given.has(videoId)) this.#report.left++;
      return Object.assign(this.#report, { steps: this.#steps.taken, held: this.#steps.held });
    } finally {
      uninstall();
    }
  }

  #start(at: number): void {
    const process = this.#processes++;
    const around = async <Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> => {
      await this.#steps.turn(process);
      const answer = await work();
      // It may die, or wait, between a deed and the word of it.
      await this.#steps.turn(process);
      return answer;
    };
    const backend = createBackend({
      ...{ baseUrl: this.#service.baseUrl, apiKey: this.#service.apiKey, basePath: '/vh' },
      authorize: () => true,
      subject: () => 'ann',
      onError: () => undefined,
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input.toString());
        return around(() => this.#service.answer(init?.method ?? 'GET', pathname));
      },
      state: {
        get: (key) => around(() => this.#state.get(key)),
        swap: (...words) => around(() => this.#state.swap(...words)),
        take: (...words) => around(() => this.#state.take(...words)),
      },
    });
    this.#servers[at] = { process, backend, lose: [] };
  }

  #maybeKill(): void {
    if (this.#report.kills >= 4 || this.#dice.below(150) > 0) {
      if (this.#steps.taken > 1_500) this.#steps.isUneasy = false;
      return;
    }
    const at = this.#dice.below(SERVERS);
    const dead = this.#servers[at];
    if (!dead) return;
    this.#report.kills++;
    this.#steps.kill(dead.process);
    this.#start(at);
    for (const lose of dead.lose) lose();
  }

  /** Asks one server. Undefined where no answer comes. */
  async #ask(body: object): Promise<{ status: number; body: Record<string, unknown> } | undefined> {
    const server = this.#dice.pick(this.#servers);
    const request = new Request('https://site.test/vh/grants', {
      method: 'POST',
      headers: { 'origin': 'https://site.test', 'content-type': 'application/json', 'x-vh-request': '1' },
      body: JSON.stringify({ file: { name: 'a.mp4', size: 5, type: '' }, ...body }),
    });
    const lost = new Promise<undefined>((resolve) => server.lose.push(() => resolve(undefined)));
    const response = await Promise.race([server.backend(request), lost]);
    if (!response) return undefined;
    const answer = { status: response.status, body: (await response.json()) as Record<string, unknown> };
    // A line may break when the answer is on its way.
    return this.#steps.isUneasy && this.#dice.below(20) === 0 ? undefined : answer;
  }

  /** Asks as an uploader does, until there is a grant. */
  async #grant(body: object): Promise<Grant> {
    const until = this.#steps.now() + PATIENCE_MS;
    while (this.#steps.now() < until) {
      const answer = await this.#ask(body);
      if (answer?.status === 201) {
        this.#report.grants++;
        const read = (name: string) => readText(answer.body[name]) ?? '';
        const grant = { token: read('token'), videoId: read('videoId'), claim: read('claim') };
        this.#given.add(grant.videoId);
        return grant;
      }
      if (answer && ![429, 502, 503, 504].includes(answer.status))
        throw new Error(`${JSON.stringify(body)}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
      await this.#steps.turn(CLIENTS, 1_000 + this.#dice.below(2_000));
    }
    throw new Error(`${JSON.stringify(body)}: no grant in ${String(PATIENCE_MS / 1000)} s`);
  }

  /** The same question once, or twice at a time; the first answer and all videos that were named. */
  async #grantOnceOrTwice(body: object): Promise<Grant> {
    const times = 1 + this.#dice.below(3);
    const grants = await Promise.all(Array.from({ length: times }, () => this.#grant(body)));
    const [grant] = grants;
    const videos = new Set(grants.map(({ videoId }) => videoId));
    if (!grant || videos.size !== 1) throw new Error(`${JSON.stringify(body)}: ${[...videos].join(' and ')}`);
    return this.#dice.pick(grants);
  }

  async #upload(idempotencyKey: string): Promise<void> {
    let grant = await this.#grantOnceOrTwice({ idempotencyKey });
    const { videoId } = grant;
    const parts = this.#dice.below(4);
    for (let part = 0; part < parts; part++) {
      await this.#steps.turn(CLIENTS);
      if (!this.#service.put(grant.token, videoId))
        throw new Error(`${videoId}: a token in use is refused, ${grant.token}`);
      if (this.#dice.below(2) === 0)
        grant = await this.#grantOnceOrTwice({ action: 'refresh', videoId, claim: grant.claim });
      if (grant.videoId !== videoId) throw new Error(`${videoId}: renewed as ${grant.videoId}`);
    }
    const again = await this.#grant({ idempotencyKey });
    if (again.videoId !== videoId) throw new Error(`${videoId}: asked for again, it is ${again.videoId}`);
    await this.#end(videoId, grant, parts > 0);
  }

  async #end(videoId: string, { claim }: Grant, hasBytes: boolean): Promise<void> {
    const video = this.#service.videos.get(videoId);
    if (!video) throw new Error(`${videoId}: deleted while a visitor had it`);
    if (hasBytes && this.#dice.below(2) === 0) video.isStored = true;
    for (;;) {
      const answer = await this.#ask({ action: 'discard', videoId, claim });
      const isDeleted = !this.#service.videos.has(videoId);
      if (isDeleted && hasBytes) throw new Error(`${videoId}: discarded with its bytes`);
      if (answer?.status === 200) return;
      if (answer && ![429, 502, 503, 504].includes(answer.status))
        throw new Error(`${videoId}: discard ${String(answer.status)}`);
      await this.#steps.turn(CLIENTS, 1_000);
    }
  }
}
