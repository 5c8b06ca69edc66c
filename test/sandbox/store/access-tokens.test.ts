import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { AccessTokens } from '../../../packages/vh-elements-sandbox/src/store/account/access-tokens.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('refresh tokens', () => {
  let database: Database;
  let now: number;
  let tokens: AccessTokens;
  const open = () => new AccessTokens(database, { wall: () => now, passed: () => now });
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1);
    database = new Database(':memory:');
    tokens = open();
  });
  afterEach(() => {
    database.close();
  });

  it('end after a week without use', () => {
    const { refreshToken } = tokens.issue();
    now += 7 * DAY - 1;
    const next = tokens.refresh(refreshToken);
    assert.ok(next);
    now += 7 * DAY;
    assert.equal(tokens.refresh(next.refreshToken), undefined);
  });

  it('of backends that sign in again and again are no more after a year than after a week', () => {
    const rows = () => database.all('SELECT * FROM access_tokens').length;
    const live = (days: number) => {
      for (let day = 0; day < days; day++, now += DAY) tokens.issue();
    };
    live(8);
    const week = rows();
    live(365);
    assert.equal(rows(), week);
  });

  it('of a version that let them live for ever end a week after this one has found them', () => {
    const pairs = [tokens.issue(), tokens.issue()] as const;
    database.run(`UPDATE access_tokens SET expires_at = NULL WHERE kind = 'refresh'`);
    tokens = open();
    tokens.forgetExpired();
    now += 7 * DAY - 1;
    assert.ok(tokens.refresh(pairs[0].refreshToken));
    now += 1;
    assert.equal(tokens.refresh(pairs[1].refreshToken), undefined);
  });
});
