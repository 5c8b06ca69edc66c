import Libsql from 'libsql';

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

/** Makes the calls of every database in this process fail as SQLite does. */
export class DatabaseFaults {
  readonly #undo: (() => void)[] = [];
  #fault: { code: string; when: (sql: string) => boolean } | undefined;
  /** How many calls have failed. */
  failures = 0;
  /** Called for each successful statement. */
  onDone: (sql: string) => void = () => undefined;

  constructor() {
    const probe = new Libsql(':memory:');
    const databases = Object.getPrototypeOf(probe) as Calls;
    const statements = Object.getPrototypeOf(probe.prepare('SELECT 1')) as Calls;
    probe.close();
    const known = new WeakMap<object, string>();
    this.#replace(databases, 'exec', (call, self, args) => {
      this.#check(String(args[0]));
      const result = Reflect.apply(call, self, args);
      this.onDone(String(args[0]));
      return result;
    });
    this.#replace(databases, 'prepare', (call, self, args) => {
      const statement = Reflect.apply(call, self, args) as object;
      known.set(statement, String(args[0]));
      return statement;
    });
    for (const name of ['run', 'all', 'get']) {
      this.#replace(statements, name, (call, self, args) => {
        const sql = known.get(self) ?? '';
        this.#check(sql);
        const result = Reflect.apply(call, self, args);
        this.onDone(sql);
        return result;
      });
    }
  }

  /** From now on the statements that `when` names fail with `code`; all that write where it is not said. */
  fail(code: string, when: (sql: string) => boolean = isWrite): void {
    this.#fault = { code, when };
  }

  /** All goes well again. */
  heal(): void {
    this.#fault = undefined;
  }

  /** Gives the calls back. */
  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  #replace(
    target: Calls,
    name: string,
    wrapped: (call: Call, self: object, args: unknown[]) => unknown,
  ): void {
    const call = target[name];
    if (!call) throw new Error(`there is no ${name}`);
    target[name] = function (this: object, ...args: unknown[]) {
      return wrapped(call, this, args);
    };
    this.#undo.push(() => (target[name] = call));
  }

  #check(sql: string): void {
    if (!this.#fault?.when(sql)) return;
    this.failures++;
    throw Object.assign(new Error(`made to fail: ${this.#fault.code}`), {
      name: 'SqliteError',
      code: this.#fault.code,
    });
  }
}

/** True for what changes the database. */
export function isWrite(sql: string): boolean {
  return /^\s*(INSERT|UPDATE|DELETE)/i.test(sql);
}
