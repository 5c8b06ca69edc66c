import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../packages/vh-elements-sandbox/src/main.js', import.meta.url));

/** A line that the server has said. */
export interface Said<Result = Readonly<Record<string, unknown>>> {
  jsonrpc: string;
  id: string | number | null;
  result?: Result;
  error?: { code: number; message: string };
}

/** The result of a tool. */
export interface ToolAnswer {
  content: { type: string; text?: string; data?: string }[];
  structuredContent?: Readonly<Record<string, unknown>>;
  isError?: boolean;
}

/** A coding agent's side of the server of tools, with the server as a process of its own. */
export class Agent {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #said: Said[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #ended: Promise<number | null>;
  #number = 0;
  stdout = '';

  constructor(cwd: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, [MAIN, 'mcp'], {
      cwd,
      stdio: 'pipe',
      env: { ...process.env, ...env },
    });
    this.#child.stderr.resume();
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.stdout += `${line}\n`;
      this.#said.push(JSON.parse(line) as Said);
      for (const go of this.#waiting.splice(0)) go();
    });
  }

  /** Writes a line as it is. */
  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** The answer to a request. */
  async ask<Result = Readonly<Record<string, unknown>>>(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Said<Result>> {
    const id = ++this.#number;
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.answerTo<Result>(id);
  }

  /** What the server says to an id, once it does. */
  async answerTo<Result = Readonly<Record<string, unknown>>>(
    id: string | number | null,
  ): Promise<Said<Result>> {
    for (;;) {
      const at = this.#said.findIndex((one) => one.id === id);
      const [found] = at < 0 ? [] : this.#said.splice(at, 1);
      if (found) return found as Said<Result>;
      await Promise.race([
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        this.#ended.then((code) => {
          throw new Error(`the server has ended with ${String(code)}`);
        }),
      ]);
    }
  }

  /** The result of a tool, as the protocol has it. */
  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
    const { result, error } = await this.ask<ToolAnswer>('tools/call', { name, arguments: given });
    if (!result) throw new Error(error?.message);
    return result;
  }

  /** What a tool has done; throws its sentence where it failed. */
  async use<Data = Readonly<Record<string, unknown>>>(
    name: string,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<Data> {
    const { content, structuredContent, isError } = await this.call(name, given);
    if (isError === true) throw new Error(content[0]?.text);
    return structuredContent as Data;
  }

  /** Ends as clients do: nothing more is said. Answers the exit code. */
  end(): Promise<number | null> {
    this.#child.stdin.end();
    return this.#ended;
  }
}
