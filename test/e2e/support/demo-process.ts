import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../../demo/server.js', import.meta.url));

/** What a process printed and how it ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The demo as `npm start` runs it, in a process and a folder of its own. */
export class DemoProcess {
  readonly dataDir: string;
  readonly child: ChildProcess;
  #stdout = '';
  #stderr = '';

  private constructor(dataDir: string, child: ChildProcess) {
    this.dataDir = dataDir;
    this.child = child;
    child.stdout?.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
  }

  /** Starts it; `words` are its arguments beside a free port and a fresh folder. */
  static async start(...words: string[]): Promise<DemoProcess> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-demo-'));
    return DemoProcess.run(dataDir, ['--port', '0', '--data', dataDir, ...words]);
  }

  /** Starts it with exactly these arguments. */
  static run(dataDir: string, words: string[]): DemoProcess {
    return new DemoProcess(dataDir, spawn(process.execPath, [server, ...words]));
  }

  /** Everything it has said. */
  get output(): string {
    return this.#stdout + this.#stderr;
  }

  /** The page's address, once it is printed. */
  url(): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = /http:\/\/\S+/.exec(this.#stdout)?.[0];
        if (found) resolve(found);
      };
      this.child.stdout?.on('data', look);
      this.child.once('exit', () => {
        reject(new Error(`The demo ended before it printed its address: ${this.output}`));
      });
      look();
    });
  }

  /** Waits until it ends. */
  ended(): Promise<Ended> {
    return new Promise((resolve) => {
      const report = (code: number | null) => {
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr });
      };
      if (this.child.exitCode !== null) report(this.child.exitCode);
      else this.child.once('close', report);
    });
  }

  /** Ends it as a service manager would, and clears its folder. */
  async stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    const ended = await this.ended();
    await rm(this.dataDir, { recursive: true, force: true });
    return ended;
  }
}
