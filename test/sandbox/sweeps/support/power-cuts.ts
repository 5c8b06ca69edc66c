import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseFaults, isWrite } from '../../support/database-faults.ts';
import { DiskFaults } from '../../support/disk-faults.ts';
import { HookReceiver } from '../../../support/sandbox/hook-receiver.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { DurableDisk, mixDisks, presentDisk, writeDisk, type DiskNode } from './durable-disk.ts';
import type { Scenario } from './scenario.ts';
import { expectTidy } from './storage-tidy.ts';
import { SweepSite } from './sweep-site.ts';

/** SQLite syncs these: each transaction that was committed is in them. */
const DATABASE_FILES = ['sandbox.db', 'sandbox.db-wal'];

/** A moment at which the power may be cut. */
interface Moment {
  durable: DiskNode;
  present: DiskNode;
  databases: ReadonlyMap<string, Buffer>;
  /** The client's answers by then. */
  journal: object;
  /** The call that came before it. */
  after: string;
}

/**
 * One run of a scenario, with every moment at which a power cut leaves something else: after each sync, each statement
 * that writes, and each answer to the client.
 */
export class PowerCuts {
  readonly scenario: Scenario;
  readonly moments: readonly Moment[];
  readonly #hooks: HookReceiver;

  /** Runs the scenario once, undisturbed. */
  static async of(scenario: Scenario): Promise<PowerCuts> {
    const dir = await mkdtemp(path.join(tmpdir(), 'vh-power-'));
    const hooks = await HookReceiver.start();
    const [disk, database] = [await DiskFaults.in(dir), new DatabaseFaults()];
    const site = new SweepSite(dir, hooks);
    const moments: Moment[] = [];
    try {
      await site.open();
      const durable = new DurableDisk(dir);
      const journal = scenario.begin();
      const look = (after: string) => {
        const databases = new Map(
          DATABASE_FILES.filter((name) => existsSync(path.join(dir, name))).map((name) => [
            name,
            readFileSync(path.join(dir, name)),
          ]),
        );
        const [synced, present] = [durable.image(), presentDisk(dir)];
        moments.push({ durable: synced, present, databases, journal: structuredClone(journal), after });
      };
      disk.onDone = ({ operation, path: place }) => {
        if (!/sync/.test(operation)) return;
        durable.sync(place);
        look(`${operation} ${path.relative(dir, place)}`);
      };
      database.onDone = (sql) => {
        if (sql === 'COMMIT' || isWrite(sql)) look(sql);
      };
      site.onNote = () => {
        look('an answer');
      };
      await scenario.act(site, journal);
      look('the end');
    } finally {
      disk.end();
      database.end();
      await site.close();
      await rm(dir, { recursive: true, force: true });
    }
    return new PowerCuts(scenario, moments, hooks);
  }

  private constructor(scenario: Scenario, moments: readonly Moment[], hooks: HookReceiver) {
    this.scenario = scenario;
    this.moments = moments;
    this.#hooks = hooks;
  }

  /**
   * Cuts the power at a moment, starts on the rest, and continues from the client's knowledge; returns the fault.
   * All that was not synced is dropped, or, with a seed, some of it.
   */
  async cut(index: number, seed?: number): Promise<string | undefined> {
    const moment = this.moments[index];
    if (!moment) throw new RangeError(`there are ${this.moments.length} moments`);
    const dir = mkdtempSync(path.join(tmpdir(), 'vh-power-'));
    const site = new SweepSite(dir, this.#hooks);
    try {
      const random = seededRandom(seed ?? 0);
      const left =
        seed === undefined ? moment.durable : mixDisks(moment.durable, moment.present, () => random() < 0.5);
      writeDisk(left, dir);
      for (const [name, bytes] of moment.databases) writeFileSync(path.join(dir, name), bytes);
      await site.open();
      await this.scenario.act(site, structuredClone(moment.journal));
      await site.reopen();
      await site.close();
      await expectTidy(dir);
      return undefined;
    } catch (error) {
      return `cut after ${moment.after}: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      await site.close();
      await rm(dir, { recursive: true, force: true });
    }
  }

  end(): void {
    this.#hooks.stop();
  }
}
