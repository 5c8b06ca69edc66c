import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Database from 'libsql';
import { SQL_TABLES, sqlState, type SqlQuery } from '../../../src/backend/sql.ts';
import { checkState } from '../../../src/backend/state-conformance.ts';
import { backendFor } from '../../support/backend/ask-grant.ts';
import { FakeService } from '../../support/backend/fake-service.ts';
import { connect, describeWithPostgres, startPostgres } from '../../support/stores/postgres-server.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';
import {
  foreignTables,
  friendlyTable,
  STATE_TABLES,
  type Dialect,
} from '../../support/versions/state-tables.ts';

const LINE =
  /^VhError: The shared state cannot be used: the table vh_state is of another version: start that one, or drop the table and run the statements of SQL_TABLES: [^\n]*(?:ends|site)[^\n]*\.$/;

/** Tables of other versions in a database, which `query` asks. */
function itMeetsOtherVersions(dialect: Dialect, query: () => SqlQuery): void {
  const stateOf = () => sqlState(query(), { dialect });
  const make = async (...texts: readonly string[]) => {
    for (const text of ['DROP TABLE IF EXISTS vh_state', ...texts]) await query()(text, []);
  };
  const ready = () =>
    backendFor(new FakeService(), { state: stateOf() })
      .ready()
      .then(() => '', String);

  for (const [date, tables] of Object.entries(STATE_TABLES)) {
    it(`continues with the table of ${date}`, async () => {
      await make(...tables[dialect]);
      assert.equal(await stateOf().swap('before', undefined, 'the update', 60), true);
      // What an update may run once more.
      for (const text of SQL_TABLES[dialect]) await query()(text, []);
      assert.equal(await stateOf().get('before'), 'the update');
      assert.equal(await ready(), '');
      const faults = (await checkState(stateOf)).filter(({ fault }) => fault !== undefined);
      assert.deepEqual(faults, []);
    });
  }

  it('continues with a table of a newer version that this one can use', async () => {
    await make(friendlyTable(dialect));
    assert.equal(await ready(), '');
  });

  for (const [name, text] of Object.entries(foreignTables(dialect))) {
    it(`is refused in one line with the table of ${name}`, async () => {
      await make(text);
      assert.match(await ready(), LINE);
    });
  }
}

describe('a table of another version in SQLite', () => {
  const database = new Database(':memory:');
  const query: SqlQuery = (text, values) => {
    const statement = database.prepare(text);
    return statement.reader ? (statement.all(...values) as object[]) : (statement.run(...values), []);
  };
  itMeetsOtherVersions('sqlite', () => query);
});

describeWithPostgres('a table of another version in Postgres', () => {
  let store: StoreProcess;
  let pool: Awaited<ReturnType<typeof connect>>;
  before(async () => {
    store = await startPostgres();
    pool = await connect(store);
  });
  after(async () => {
    await pool.end();
    await store.end('SIGINT');
  });
  itMeetsOtherVersions('postgres', () => async (text, values) => (await pool.query(text, values)).rows);
});

describe('the recorded tables of a shared state', () => {
  it('have this version among them: a change of SQL_TABLES adds an entry', () => {
    assert.deepEqual(Object.values(STATE_TABLES).at(-1), SQL_TABLES);
  });
});
