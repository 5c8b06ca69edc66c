import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { storageFailureOf } from '../../../packages/vh-elements-sandbox/src/store/database/storage-failure.ts';
import { DatabaseFaults } from '../support/database-faults.ts';

describe('a transaction', () => {
  let folder: string;
  let database: Database;
  let faults: DatabaseFaults;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vh-database-'));
    faults = new DatabaseFaults();
    database = new Database(path.join(folder, 'sandbox.db'));
  });
  afterEach(async () => {
    faults.end();
    database.close();
    await rm(folder, { recursive: true });
  });

  const put = (name: string) => database.run('INSERT INTO settings (name, value) VALUES (?, ?)', name, 'x');
  const names = () => database.all('SELECT name FROM settings ORDER BY name').map((row) => row['name']);

  it('that fails since the database is full says so, though the database has undone it already', () => {
    const pages = Number(database.get('PRAGMA page_count')?.['page_count']);
    database.all(`PRAGMA max_page_count = ${String(pages + 2)}`);
    const fill = () => {
      database.transaction(() => {
        for (let row = 0; row < 100; row++)
          database.run(
            'INSERT INTO settings (name, value) VALUES (?, ?)',
            `row ${String(row)}`,
            'x'.repeat(4000),
          );
      });
    };
    assert.throws(fill, (error) => storageFailureOf(error) === 'storage-full');
    assert.deepEqual(names(), []);
    database.transaction(() => put('a'));
    assert.deepEqual(names(), ['a']);
  });

  it('inside another is undone alone where it fails and the other goes on, and with the other', () => {
    const fail = () =>
      database.transaction(() => {
        put('inner');
        database.transaction(() => put('innermost'));
        throw new Error('no');
      });
    database.transaction(() => {
      put('before');
      assert.throws(fail, /no/);
      database.transaction(() => put('kept'));
      put('after');
    });
    assert.deepEqual(names(), ['after', 'before', 'kept']);
    const failLater = () =>
      database.transaction(() => {
        database.transaction(() => put('gone'));
        throw new Error('all of it');
      });
    assert.throws(failLater, /all of it/);
    assert.deepEqual(names(), ['after', 'before', 'kept']);
  });

  it('rolls back a transaction whose commit fails, and runs the next one', () => {
    faults.fail('SQLITE_IOERR', (sql) => sql === 'COMMIT');
    assert.throws(() => database.transaction(() => put('a')), { code: 'SQLITE_IOERR' });
    faults.heal();
    database.transaction(() => put('b'));
    assert.deepEqual(names(), ['b']);
  });

  it('that cannot even be undone throws why it failed, and is undone before the next one', () => {
    faults.fail('SQLITE_IOERR', (sql) => sql === 'ROLLBACK');
    const why = new Error('why');
    const fail = () =>
      database.transaction(() => {
        put('a');
        throw why;
      });
    assert.throws(fail, why);
    assert.throws(fail, { code: 'SQLITE_IOERR' });
    faults.heal();
    database.transaction(() => put('b'));
    assert.deepEqual(names(), ['b']);
  });
});
