import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { PrivateAccess } from '../../../packages/vh-elements-sandbox/src/store/media/private-access.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Milliseconds before and after the end of a day. */
const NEAR_MS = 1_000;

describe('access to private media, by a clock that is set', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'vh-private-clocks-'));
  let database: Database;
  before(() => {
    database = new Database(path.join(dir, 'sandbox.db'));
  });
  after(() => {
    database.close();
    rmSync(dir, { recursive: true, force: true });
  });

  for (let setAt = 0; setAt < 24; setAt += 3) {
    for (const setBy of [-DAY_MS, -HOUR_MS, 0]) {
      it(`lasts a day, if the clock is set by ${setBy / HOUR_MS} hours after ${setAt} hours`, () => {
        let passed = 0;
        let offset = Date.UTC(2026, 0, 1);
        const clock = { now: () => passed + offset, after: () => () => undefined };
        const access = new PrivateAccess(database, clock, () => passed);
        const unused = access.mint('vi1');
        const session = access.begin('vi1', access.mint('vi1'), 'playback');
        assert.ok(session);
        passed = setAt * HOUR_MS;
        offset += setBy;
        access.forgetExpired();
        passed = DAY_MS - NEAR_MS;
        assert.ok(access.covers('vi1', session, 'playback'));
        assert.ok(access.isFresh('vi1', unused, 'playback'));
        passed = DAY_MS + NEAR_MS;
        assert.ok(!access.covers('vi1', session, 'playback'));
        assert.ok(!access.isFresh('vi1', unused, 'playback'));
        assert.equal(access.begin('vi1', unused, 'playback'), undefined);
        access.forgetExpired();
        const rows = ['private_tokens', 'private_sessions'].map(
          (table) => database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'],
        );
        assert.deepEqual(rows, [0, 0]);
      });
    }
  }
});
