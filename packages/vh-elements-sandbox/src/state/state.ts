import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { systemClock } from '../common/clock.ts';
import { TestClock } from '../common/test-clock.ts';
import type { Platform } from '../create-services.ts';
import { FaultRules } from '../faults/fault-rules.ts';
import { RequestLog } from '../faults/request-log.ts';
import { splitTarget } from '../http/exchange.ts';
import { Problem } from '../http/problem.ts';
import type { SandboxOptions } from '../options/sandbox-options.ts';
import { ServiceRun } from '../service-run.ts';
import type { StateControl } from './state-control.ts';
import type { Services } from '../services/services.ts';
import { Database } from '../store/database/database.ts';
import { newId } from '../store/database/id.ts';
import { DATABASE } from '../store/files/data-folder.ts';
import { archiveOf, type Archive } from './archive/export.ts';
import { checkInChild } from './archive/check-in-child.ts';
import { unpack } from './archive/import.ts';
import { Snapshots, type Snapshot } from './snapshots.ts';

/** Where it is kept; no other setting outlives a reset. */
export const KEY_SETTING = 'apiKey';
const AHEAD_SETTING = 'clockAhead';

/** The whole state of the sandbox, and what can be done to all of it at once. One such change is made at a time. */
export class State implements StateControl {
  readonly clock: TestClock;
  readonly apiKey: string;
  readonly encoders: { url?: string } = {};
  readonly #platform: Omit<Platform, 'database'>;
  readonly #options: SandboxOptions;
  #database: Database;
  #run: ServiceRun | undefined;
  #replacing: Promise<void> | undefined;
  readonly #snapshots: Snapshots;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ folder, ...platform }: Pick<Platform, 'folder' | 'ffmpeg' | 'log'>, options: SandboxOptions) {
    this.clock = new TestClock(options.clock ?? systemClock);
    this.#options = options;
    this.#snapshots = new Snapshots(folder);
    this.#database = new Database(folder.database, this.clock);
    this.apiKey = options.apiKey ?? rememberedKey(this.#database);
    this.#platform = {
      ...{ ...platform, folder, apiKey: this.apiKey, clock: this.clock, state: this },
      encoders: this.encoders,
      faultRules: new FaultRules(),
      requestLog: new RequestLog(this.clock),
    };
  }

  get services(): Services {
    if (!this.#run) throw new Error('The sandbox is not open.');
    return this.#run.services;
  }

  get isReplacing(): boolean {
    return this.#replacing !== undefined;
  }

  async open(): Promise<void> {
    this.clock.set(aheadOf(this.#database));
    this.#run = await ServiceRun.start({ ...this.#platform, database: this.#database }, this.#options);
  }

  async close(): Promise<void> {
    await this.#run?.stop();
    this.#database.close();
  }

  /** Serves a request; one that comes while the state is replaced waits for the new one. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    const serve = () => this.#run?.handle(request, response);
    const { path } = splitTarget(request.url ?? '/');
    if (!this.#replacing || path === '/health') serve();
    else void this.#replacing.then(serve);
  }

  reset(): Promise<void> {
    return this.alone(() =>
      this.#replace(async (database) => {
        const renewed = database.renew({ setting: KEY_SETTING });
        this.#platform.folder.empty(this.#platform.log);
        return Promise.resolve(renewed);
      }),
    );
  }

  snapshots(): readonly Snapshot[] {
    return this.#snapshots.list();
  }

  keep(name: string): Promise<void> {
    return this.alone(async () => {
      this.#snapshots.take(name, this.#database);
      return Promise.resolve();
    });
  }

  restore(name: string): Promise<boolean> {
    return this.alone(async () => {
      if (!this.#snapshots.has(name)) return false;
      await this.#putInPlace(this.#snapshots.prepare(name, (file) => new Database(file, this.clock)));
      return true;
    });
  }

  forget(name: string): Promise<boolean> {
    return this.alone(async () => {
      const isThere = this.#snapshots.has(name);
      if (isThere) this.#snapshots.delete(name);
      return Promise.resolve(isThere);
    });
  }

  export(): Promise<Archive & { end: () => void }> {
    return this.alone(async () => {
      const copy = this.#snapshots.copy(this.#database);
      const end = () => {
        rmSync(copy, { recursive: true, force: true });
      };
      try {
        return await Promise.resolve({ ...archiveOf(copy, this.clock.now()), end });
      } catch (error) {
        end();
        throw error;
      }
    });
  }

  async import(bytes: AsyncIterable<Buffer>): Promise<void> {
    const made = this.#platform.folder.newFolder();
    try {
      await unpack(bytes, made);
      await checkInChild(path.join(made, DATABASE));
      await this.alone(() => this.#putInPlace(made));
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
  }

  advance(milliseconds: number): Promise<number> {
    return this.alone(async () => {
      const ended = await this.clock.advance(milliseconds, () => this.#run?.settled() ?? Promise.resolve());
      this.#remember(AHEAD_SETTING, String(Math.round(this.clock.ahead)));
      return ended;
    });
  }

  /** Puts a state that was put together in a folder in the place of the present one. */
  async #putInPlace(made: string): Promise<void> {
    const { folder } = this.#platform;
    await this.#replace((database) => {
      const numbers = database.numbers();
      database.close();
      try {
        folder.replace(made);
      } finally {
        this.#database = new Database(folder.database, this.clock);
      }
      this.#database.goOnFrom(numbers);
      if (this.#options.apiKey === undefined) this.#remember(KEY_SETTING, this.apiKey);
      return Promise.resolve(this.#database);
    });
  }

  #remember(name: string, value: string): void {
    const write =
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
    this.#database.run(write, name, value);
  }

  aloneIn<T>(database: Database, work: () => Promise<T>): Promise<T> {
    return this.alone(() => {
      if (this.#database !== database) throw new Problem('sandbox-state-replaced');
      return work();
    });
  }

  /** Does one thing after the other. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Ends what is under way and begins anew with what `change` makes of the database. */
  async #replace(change: (database: Database) => Promise<Database>): Promise<void> {
    let end = (): void => undefined;
    this.#replacing = new Promise((resolve) => {
      end = resolve;
    });
    try {
      await this.#run?.abandon();
      this.#database = await change(this.#database);
    } finally {
      this.#platform.faultRules.clear();
      this.#platform.requestLog.clear();
      await this.open().finally(() => {
        this.#replacing = undefined;
        end();
      });
    }
  }
}

function aheadOf(database: Database): number {
  const known = database.get('SELECT value FROM settings WHERE name = ?', AHEAD_SETTING)?.['value'];
  return Math.max(0, Number(known ?? 0) || 0);
}

function rememberedKey(database: Database): string {
  const known = database.get('SELECT value FROM settings WHERE name = ?', KEY_SETTING);
  if (known) return String(known['value']);
  const apiKey = newId('');
  database.run('INSERT INTO settings (name, value) VALUES (?, ?)', KEY_SETTING, apiKey);
  return apiKey;
}
