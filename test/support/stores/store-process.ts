import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.ts';

/** A server of a store that tests start, stop and start again on the same port and folder. */
export class StoreProcess {
  readonly port: number;
  readonly folder: string;
  readonly #command: (port: number, folder: string) => readonly [string, ...string[]];
  readonly #isReady: (port: number) => Promise<boolean>;
  #child: ChildProcess | undefined;

  constructor(
    port: number,
    command: (port: number, folder: string) => readonly [string, ...string[]],
    folder = mkdtempSync(path.join(tmpdir(), 'vh-store-')),
    isReady = isListening,
  ) {
    this.port = port;
    this.folder = folder;
    this.#command = command;
    this.#isReady = isReady;
  }

  /** Starts it, and waits until it answers. */
  async start(): Promise<void> {
    const [program, ...words] = this.#command(this.port, this.folder);
    const child = spawn(program, words, { cwd: this.folder, stdio: 'ignore' });
    this.#child = child;
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${String(child.exitCode)}.`);
      return (await this.#isReady(this.port)) || undefined;
    });
  }

  /** Lets it hang: it keeps its connections and answers nothing. */
  hang(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Ends it as a power cut would, unless another signal is given. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    child.kill('SIGCONT');
    await ended;
  }

  async end(signal?: NodeJS.Signals): Promise<void> {
    await this.stop(signal);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const settle = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
