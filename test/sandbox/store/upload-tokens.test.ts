import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UploadTokens } from '../../../packages/vh-elements-sandbox/src/store/account/upload-tokens.ts';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TTL_S = 900;
const FIRST = { sort: { column: 'created_at', order: 'asc' }, page: { pageSize: 25, offset: 0 } } as const;

/** Upload tokens under two clocks that a test moves. */
function begin() {
  const database = new Database(':memory:');
  database.run(
    `INSERT INTO videos (id, title, description, public, panoramic, mp4_support, tags, metadata, created_at, updated_at)
     VALUES ('vi1', 'Film', '', 1, 0, 1, '[]', '[]', 0, 0)`,
  );
  const clocks = { wall: 100 * DAY_MS, passed: 0 };
  const start = () => new UploadTokens(database, { wall: () => clocks.wall, passed: () => clocks.passed });
  const tokens = start();
  const list = () => tokens.list(FIRST.sort, FIRST.page).tokens.map(({ token }) => token);
  return { clocks, start, tokens, list };
}

describe('upload tokens, when the clock of the machine is set ahead by a day', () => {
  it('live as long as they were to live, whatever housekeeping does', () => {
    const { clocks, tokens, list } = begin();
    const { token } = tokens.create(TTL_S);
    clocks.wall += DAY_MS;
    tokens.forgetExpired();
    assert.equal(tokens.get(token)?.token, token);
    assert.deepEqual(list(), [token]);
    clocks.wall += TTL_S * 999;
    clocks.passed += TTL_S * 999;
    tokens.forgetExpired();
    assert.equal(tokens.get(token)?.token, token);
    clocks.wall += TTL_S;
    clocks.passed += TTL_S;
    assert.equal(tokens.get(token), undefined);
    assert.deepEqual(list(), []);
  });

  it('stay the uploader of their upload, which no other token takes over', () => {
    const { clocks, tokens } = begin();
    const { token } = tokens.create(TTL_S);
    tokens.rememberUpload(token, 'upload-1', 'vi1');
    const other = tokens.create(TTL_S);
    clocks.wall += DAY_MS;
    tokens.forgetExpired();
    assert.equal(tokens.videoOfUpload(token, 'upload-1'), 'vi1');
    assert.equal(tokens.videoOfUpload(other.token, 'upload-1'), undefined);
  });

  it('end by it after a restart', () => {
    const { clocks, tokens, start } = begin();
    const { token } = tokens.create(TTL_S);
    clocks.wall += DAY_MS;
    const later = start();
    later.forgetExpired();
    assert.equal(later.get(token), undefined);
  });
});
