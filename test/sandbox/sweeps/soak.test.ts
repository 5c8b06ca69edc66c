import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SoakFigures } from './support/soak/soak-messages.ts';
import { briefRound, LONGEST_HOURS, soakRound } from './support/soak/soak-round.ts';
import { SoakSite } from './support/soak/soak-site.ts';

/** Kept on purpose, up to a limit: docs/sandbox.md, "Retention". */
const KEPT = ['sessions', 'session_events', 'viewing_events', 'cmcd_lines', 'deliveries'];

/** The amounts whose names match. */
const amounts = (figures: SoakFigures, names: RegExp) =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => names.test(name)));

describe('a sandbox and a page backend after rounds of everything that is done with them', () => {
  let dir: string;
  let site: SoakSite;
  let fresh: SoakFigures;
  let once: SoakFigures;
  let twice: SoakFigures;
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'vh-soak-'));
    // At a full second, where the synthetic source has a key frame.
    site = await SoakSite.start(dir, Math.floor(Date.now() / 1000) * 1000);
    fresh = await site.measure();
    await briefRound(site, 0);
    await site.reopen();
    await soakRound(site, 1);
    once = await site.measure();
    await soakRound(site, 2);
    await site.passHours(LONGEST_HOURS);
    twice = await site.measure();
  });
  after(async () => {
    await site.end();
    await rm(dir, { recursive: true, force: true });
  });

  it('have no more files and sockets open than after the round before', () => {
    const names = /^(?:open files|active resources)/;
    assert.equal(Object.keys(amounts(twice, names)).length, 2);
    assert.deepEqual(amounts(twice, names), amounts(once, names));
  });

  it('have no timer but those of the start', () => {
    assert.equal(twice['timers of the clock'], fresh['timers of the clock']);
    assert.ok((fresh['timers of the clock'] ?? 0) > 0);
  });

  it('keep no row of deleted or ended things, also from before a restart', () => {
    const names = new RegExp(`^rows of (?!(?:${KEPT.join('|')})$)`);
    assert.deepEqual(amounts(twice, names), amounts(fresh, names));
    assert.ok((twice['rows of sessions'] ?? 0) > 0);
  });

  it('keep no file of deleted or ended things', () => {
    assert.ok((once['files'] ?? 0) > 0);
    assert.equal(twice['files'], fresh['files']);
  });
});
