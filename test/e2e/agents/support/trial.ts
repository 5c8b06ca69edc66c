import { setTimeout as rest } from 'node:timers/promises';
import type { Browser } from 'playwright';
import {
  startSandbox,
  type SandboxClient,
  type StartedSandbox,
} from '../../../../packages/vh-elements-sandbox/src/testing/testing.ts';
import { SiteProcess } from './site-process.ts';
import { TaskFault } from './task-fault.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

/** How long a step on the way to the question may take: machines are slow. */
const STEP_LIMIT_MS = 60_000;

/** A result under the eyes of a checker: its site, a service for it, and visitors. */
export class Trial {
  /** The project's folder. */
  readonly folder: string;
  readonly sandbox: SandboxClient;
  readonly #started: StartedSandbox;
  readonly #browser: Browser;
  readonly #verdictLimitMs: number;
  readonly #ends: (() => Promise<void>)[] = [];

  private constructor(folder: string, started: StartedSandbox, browser: Browser, verdictLimitMs: number) {
    this.folder = folder;
    this.sandbox = started.client;
    this.#started = started;
    this.#browser = browser;
    this.#verdictLimitMs = verdictLimitMs;
  }

  /** `verdictLimitMs` is how long the answer to the question itself may take: short where it is known to be no. */
  static async begin(folder: string, browser: Browser, verdictLimitMs = STEP_LIMIT_MS): Promise<Trial> {
    return new Trial(folder, await startSandbox(), browser, verdictLimitMs);
  }

  /** Starts the project's site with its own `npm start`. */
  async site(env: Readonly<Record<string, string>> = {}): Promise<SiteProcess> {
    const { url, apiKey } = this.sandbox;
    const site = await SiteProcess.prepare(this.folder, { VH_BASE_URL: url, VH_API_KEY: apiKey, ...env });
    this.#ends.push(() => site.end());
    await this.#wait('the site starts and answers at PORT', () => site.answers(), STEP_LIMIT_MS);
    return site;
  }

  /** A browser of its own; `name` is signed in. */
  async visitor(origin: string, options: VisitorOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.come(this.#browser, origin, options);
    this.#ends.push(() => visitor.leave());
    return visitor;
  }

  /** Ends something with the trial. */
  finally(end: () => Promise<void> | void): void {
    this.#ends.push(async () => end());
  }

  /** Waits for a step that every project takes, before the question. */
  until(sentence: string, look: () => Promise<boolean> | boolean): Promise<void> {
    return this.#wait(sentence, look, STEP_LIMIT_MS);
  }

  /** Waits for what the task asks. */
  verdict(sentence: string, look: () => Promise<boolean> | boolean): Promise<void> {
    return this.#wait(sentence, look, this.#verdictLimitMs);
  }

  /** The videos of the service. */
  async videos(): Promise<readonly StoredVideo[]> {
    const { data } = await this.sandbox.ask<{ data: readonly StoredVideo[] }>('GET', '/videos?pageSize=100');
    return data;
  }

  async end(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
    await this.#started.close();
  }

  async #wait(sentence: string, look: () => Promise<boolean> | boolean, limitMs: number): Promise<void> {
    const start = performance.now();
    while (!(await look())) {
      if (performance.now() - start > limitMs) throw new TaskFault(`not so: ${sentence}`);
      await rest(25);
    }
  }
}

/** A video, as the service lists it. */
export interface StoredVideo {
  videoId: string;
  title: string;
  public: boolean;
  metadata: readonly { key: string; value: string }[];
}
