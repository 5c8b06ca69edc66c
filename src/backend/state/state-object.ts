import type { BackendState } from './backend-state.ts';
import { ANSWERS_AS, type StateQuestion } from './durable-object-state.ts';
import { SQL_TABLES, sqlState, type SqlQuery } from './sql-state.ts';

/** What `StateObject` uses of the `ctx` that the runtime gives it. */
export interface StateObjectContext {
  storage: { sql: { exec: (text: string, ...values: (string | number)[]) => { toArray: () => object[] } } };
}

/**
 * The Durable Object behind `durableObjectState`: export it from your Worker, and name it in `new_sqlite_classes`. Each
 * operation is one statement of the object's own SQLite, and the runtime answers only when it is stored.
 */
export class StateObject {
  readonly #state: BackendState;
  readonly #fault: string | undefined;

  constructor(ctx: StateObjectContext) {
    const { sql } = ctx.storage;
    const run: SqlQuery = (text, values) => sql.exec(text, ...values).toArray();
    this.#fault = faultOf(() => SQL_TABLES.sqlite.map((text) => run(text, [])));
    this.#state = sqlState(run, { dialect: 'sqlite' });
  }

  /** Answers `durableObjectState`. Only its Worker reaches an object. */
  async fetch(request: Request): Promise<Response> {
    const headers = { [ANSWERS_AS]: '1' };
    if (this.#fault !== undefined) return Response.json(this.#fault, { status: 500, headers });
    try {
      const answer = await this.#answer((await request.json()) as StateQuestion);
      return Response.json(answer ?? null, { headers });
    } catch (error) {
      const message = error instanceof Error ? error.message : 'StateObject failed';
      return Response.json(message, { status: 500, headers });
    }
  }

  #answer(question: StateQuestion): Promise<unknown> {
    const state = this.#state;
    switch (question[0]) {
      case 'get':
        return state.get(question[1]);
      case 'swap': {
        const [, key, expected, next, seconds] = question;
        return state.swap(key, expected ?? undefined, next ?? undefined, seconds);
      }
      case 'take': {
        const [, key, burst, intervalMs] = question;
        return state.take(key, { burst, intervalMs });
      }
      case 'check':
        return state.check?.() ?? Promise.resolve();
    }
  }
}

/** The fault of a class without SQLite. After another one, the runtime makes the object again. */
function faultOf(makeTables: () => unknown): string | undefined {
  try {
    makeTables();
    return undefined;
  } catch (error) {
    if (!String(error).includes('new_sqlite_classes')) throw error;
    return 'the class StateObject has no SQLite: name it in new_sqlite_classes';
  }
}
