import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseFaults } from '../../support/database-faults.ts';
import { DiskFaults } from '../../support/disk-faults.ts';
import { HookReceiver } from '../../../support/sandbox/hook-receiver.ts';
import type { Scenario } from './scenario.ts';
import { expectTidy } from './storage-tidy.ts';
import { SweepSite } from './sweep-site.ts';

/** Which calls of the storage fail: so many, from the n-th on. */
export interface IoFault {
  from: number;
  count: number;
}

/** How a step went. */
export interface IoOutcome {
  /** Calls of the storage that could have failed. */
  calls: number;
  failed: number;
  /** How many errors the client got. */
  refusals: number;
  fault: string | undefined;
}

const DISK_CODES = ['EIO', 'ENOSPC', 'EMFILE'];
const DATABASE_CODES = ['SQLITE_IOERR', 'SQLITE_FULL', 'SQLITE_BUSY'];

/**
 * Runs a scenario, closes and opens the sandbox while calls of the storage fail: opens, writes, syncs, renames and reads
 * of files, and statements of the database. Then all goes well again: the next start has to be clean, with all that was
 * acknowledged.
 */
export async function failStorage(scenario: Scenario, { from, count }: IoFault): Promise<IoOutcome> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vh-sweep-'));
  const hooks = await HookReceiver.start();
  const [disk, database] = [await DiskFaults.in(dir), new DatabaseFaults()];
  const site = new SweepSite(dir, hooks);
  let calls = 0;
  const isNext = () => ++calls > from && calls <= from + count;
  const outcome = (fault?: string): IoOutcome => {
    const failed = disk.failures + database.failures;
    return { calls, failed, refusals: site.refusals, fault };
  };
  try {
    await site.open();
    const code = from % DISK_CODES.length;
    disk.fail(DISK_CODES[code] ?? 'EIO', isNext);
    // A database that cannot even roll back is one that the disk has taken: that is the sweep of power cuts.
    database.fail(DATABASE_CODES[code] ?? 'SQLITE_IOERR', (sql) => sql !== 'ROLLBACK' && isNext());
    const journal = scenario.begin();
    await scenario.act(site, journal);
    await site.reopen();
    disk.heal();
    database.heal();
    await site.reopen();
    await scenario.act(site, journal);
    await site.close();
    await expectTidy(dir);
    return outcome();
  } catch (error) {
    return outcome(error instanceof Error ? error.message : String(error));
  } finally {
    disk.heal();
    database.heal();
    await site.close();
    disk.end();
    database.end();
    hooks.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
