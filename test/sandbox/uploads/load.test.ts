import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LoadRun } from './support/load-run.ts';
import { endProcesses } from '../../support/sandbox/sandbox-process.ts';

// A slice of `npm run bench -- sandbox-load`. The run itself throws at anything that is lost.
const load = { uploads: 12, size: 6_000_000, partSize: 5_300_000 };

describe('many uploads at once', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sandbox-load-'));
  });
  after(async () => {
    await endProcesses();
    await rm(root, { recursive: true, force: true });
  });

  it('all arrive as they were sent', async () => {
    const outcome = await new LoadRun({ dir: path.join(root, 'calm'), ...load, kills: 0, seed: 1 }).run();
    assert.equal(outcome.verified, load.uploads);
  });

  const seed = 7;
  it(`lose nothing to four sudden ends among them (seed ${String(seed)})`, async () => {
    const outcome = await new LoadRun({ dir: path.join(root, 'killed'), ...load, kills: 4, seed }).run();
    assert.equal(outcome.verified, load.uploads);
    assert.ok(outcome.killsDuringUploads > 0);
  });
});
