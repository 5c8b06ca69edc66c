import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

/** One call of the file system, as a fault sees it. */
export interface DiskCall {
  /** `open`, `rename`, `mkdir`, `stat`, … for paths; `write`, `read`, `sync`, `datasync`, … for open files. */
  operation: string;
  path: string;
}

type Call = (...args: never[]) => Promise<unknown>;
type Calls = Record<string, Call>;

const PATH_CALLS = [
  ...['open', 'rename', 'mkdir', 'rm', 'copyFile', 'writeFile', 'readFile', 'readdir', 'stat'],
] as const;
const HANDLE_CALLS = ['read', 'write', 'writeFile', 'sync', 'datasync', 'truncate', 'stat'] as const;

/**
 * Makes calls of `node:fs/promises` fail in this process as a disk does that is full, broken or read only. A
 * function imported by name fails too: it is replaced for all callers.
 */
export class DiskFaults {
  readonly #root: string;
  readonly #paths = new WeakMap<object, string>();
  readonly #undo: (() => void)[] = [];
  #fault: { code: string; when: (call: DiskCall) => boolean } | undefined;
  /** How many calls have failed. */
  failures = 0;
  /** Called for each successful call. */
  onDone: (call: DiskCall) => void = () => undefined;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Takes over the calls about what lies in `root`; all go well until `fail` is called. */
  static async in(root: string): Promise<DiskFaults> {
    const faults = new DiskFaults(root);
    const handle = await fs.promises.open(root, 'r');
    const handles = Object.getPrototypeOf(handle) as object;
    await handle.close();
    faults.#replace(fs.promises, PATH_CALLS, (name, call) => faults.#pathCall(name, call));
    faults.#replace(handles, HANDLE_CALLS, (name, call) => faults.#handleCall(name, call));
    syncBuiltinESMExports();
    return faults;
  }

  /** From now on the calls that `when` names fail with `code`. */
  fail(code: string, when: (call: DiskCall) => boolean = () => true): void {
    this.#fault = { code, when };
  }

  /** All goes well again. */
  heal(): void {
    this.#fault = undefined;
  }

  /** Gives the calls back. */
  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
    syncBuiltinESMExports();
  }

  #replace(target: object, names: readonly string[], wrap: (name: string, call: Call) => Call): void {
    const calls = target as Calls;
    for (const name of names) {
      const call = calls[name];
      if (!call) throw new Error(`there is no ${name}`);
      calls[name] = wrap(name, call);
      this.#undo.push(() => (calls[name] = call));
    }
  }

  #pathCall(name: string, call: Call): Call {
    return async (...args: never[]) => {
      const where = path.resolve(String(args[0]));
      this.#check(name, where);
      const result = await Reflect.apply(call, fs.promises, args);
      if (name === 'open') this.#paths.set(result as object, where);
      this.#done(name, where);
      return result;
    };
  }

  #handleCall(name: string, call: Call): Call {
    const whereOf = (handle: object) => this.#paths.get(handle);
    const check = (where: string) => {
      this.#check(name, where);
    };
    const done = (where: string) => {
      this.#done(name, where);
    };
    return async function (this: object, ...args: never[]) {
      const where = whereOf(this);
      if (where !== undefined) check(where);
      const result = await Reflect.apply(call, this, args);
      if (where !== undefined) done(where);
      return result;
    };
  }

  #done(operation: string, where: string): void {
    if (this.#isHere(where)) this.onDone({ operation, path: where });
  }

  #isHere(where: string): boolean {
    return where === this.#root || where.startsWith(this.#root + path.sep);
  }

  #check(operation: string, where: string): void {
    if (!this.#isHere(where) || !this.#fault?.when({ operation, path: where })) return;
    this.failures++;
    throw Object.assign(new Error(`${this.#fault.code}: made to fail, ${operation} '${where}'`), {
      code: this.#fault.code,
      syscall: operation,
    });
  }
}
