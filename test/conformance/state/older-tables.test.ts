import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KEPT, PHP_CONTRACT, PYTHON_CONTRACT, runPhp, runPython } from './support/state-scripts.ts';
import { describeWithPhp, describeWithPython } from '../../support/frameworks/clients.ts';
import {
  connect,
  describeWithPostgres,
  postgresUrl,
  startPostgres,
} from '../../support/stores/postgres-server.ts';
import type { StoreProcess } from '../../support/stores/store-process.ts';
import {
  foreignTables,
  friendlyTable,
  STATE_TABLES,
  type Dialect,
} from '../../support/versions/state-tables.ts';

const LINE =
  /^(?:The shared state cannot be used|SqliteState cannot use its file): the table vh_state is of another version: start that one, or drop the table[^\n]*: [^\n]*(?:ends|site)[^\n]*\.$/;

/** A state of one language in one database. */
interface OneState {
  dialect: Dialect;
  /** Makes a database with this table only, then answers the contract. */
  contract: (texts: readonly string[]) => Promise<unknown>;
  /** Makes a database with this table only; the line of `ready()`, empty where it is ready. */
  ready: (text: string) => Promise<unknown>;
}

function itMeetsOtherVersions({ dialect, contract, ready }: OneState): void {
  for (const [date, tables] of Object.entries(STATE_TABLES)) {
    it(`continues with the table of ${date}`, async () => {
      assert.deepEqual(await contract(tables[dialect]), KEPT);
    });
  }

  it('continues with a table of a newer version that this one can use', async () => {
    assert.equal(await ready(friendlyTable(dialect)), '');
  });

  for (const [name, text] of Object.entries(foreignTables(dialect))) {
    it(`is refused in one line with the table of ${name}`, async () => {
      assert.match(String(await ready(text)), LINE);
    });
  }
}

const phpContract = (state: string) => `${PHP_CONTRACT} echo json_encode(contract(${state}));`;
const phpReady = (state: string) => `
  try {
    (new VhBackend(baseUrl: 'http://127.0.0.1:9', apiKey: 'a-real-key', state: ${state}, folder: $folder))->ready();
    echo '""';
  } catch (VhServiceError $error) { echo json_encode($error->getMessage()); }`;

const pythonContract = (state: string) => `${PYTHON_CONTRACT}\nprint(json.dumps(contract(${state})))`;
const pythonReady = (state: string) => `
try:
    own.VhBackend('http://127.0.0.1:9', 'a-real-key', state=${state}).ready()
    print('""')
except (own.ServiceError, ValueError) as error:
    print(json.dumps(str(error)))`;

describeWithPhp('pdo_sqlite', 'a table of another version in SQLite, by VhPdoState', () => {
  const make = (texts: readonly string[]) =>
    `$made = new PDO("sqlite:$folder/state.db"); foreach (${JSON.stringify(texts)} as $text) $made->exec($text);`;
  const state = 'new VhPdoState("sqlite:$folder/state.db")';
  itMeetsOtherVersions({
    dialect: 'sqlite',
    contract: (texts) => Promise.resolve(runPhp(make(texts) + phpContract(state))),
    ready: (text) => Promise.resolve(runPhp(make([text]) + phpReady(state))),
  });
});

describe('a table of another version in SQLite, by SqliteState of Python', () => {
  const make = (texts: readonly string[]) =>
    `import sqlite3\nplace = folder + '/state.db'\nmade = sqlite3.connect(place)\n` +
    `for text in ${JSON.stringify(texts)}: made.execute(text)\nmade.commit()\nmade.close()\n`;
  const state = 'vh_state.SqliteState(place)';
  itMeetsOtherVersions({
    dialect: 'sqlite',
    contract: (texts) => Promise.resolve(runPython(make(texts) + pythonContract(state))),
    ready: (text) => Promise.resolve(runPython(make([text]) + pythonReady(state))),
  });
});

describeWithPostgres('a table of another version in Postgres', () => {
  let store: StoreProcess;
  before(async () => (store = await startPostgres()));
  after(() => store.end('SIGINT'));
  const make = async (texts: readonly string[]) => {
    const pool = await connect(store);
    for (const text of ['DROP TABLE IF EXISTS vh_state', ...texts]) await pool.query(text, []);
    await pool.end();
  };

  describeWithPhp('pdo_pgsql', 'by VhPdoState', () => {
    const state = () => {
      const { hostname, port, username, pathname } = new URL(postgresUrl(store));
      return `new VhPdoState("pgsql:host=${hostname};port=${port};dbname=${pathname.slice(1)}", "${username}")`;
    };
    itMeetsOtherVersions({
      dialect: 'postgres',
      contract: async (texts) => {
        await make(texts);
        return runPhp(phpContract(state()));
      },
      ready: async (text) => {
        await make([text]);
        return runPhp(phpReady(state()));
      },
    });
  });

  for (const module of ['psycopg', 'psycopg2']) {
    describeWithPython(module, `by PostgresState with ${module}`, (python) => {
      const state = () => `vh_state.PostgresState(lambda: ${module}.connect('${postgresUrl(store)}'))`;
      itMeetsOtherVersions({
        dialect: 'postgres',
        contract: async (texts) => {
          await make(texts);
          return runPython(`import ${module}\n${pythonContract(state())}`, python);
        },
        ready: async (text) => {
          await make([text]);
          return runPython(`import ${module}\n${pythonReady(state())}`, python);
        },
      });
    });
  }
});
