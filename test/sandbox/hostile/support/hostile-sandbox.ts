import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryWatch } from '../../support/memory-watch.ts';
import { RawSocket } from '../../../support/raw-socket.ts';
import { SandboxProcess } from '../../../support/sandbox/sandbox-process.ts';
import { basic } from '../../../support/sandbox/sandbox.ts';
import type { Attack } from './attack.ts';

const KEY = 'the-sandbox-under-attack';
/** Milliseconds after which an answer counts as missing; no answer takes as long, however busy the machine. */
const LONGEST = 60_000;

/** What stands beside the data folder and must be neither read nor touched. */
export const CANARY = 'a canary that must stay hidden';

/** What came back over a raw connection, and how long it took to come. */
export interface RawAnswer {
  /** Nothing where the connection was closed without a word. */
  status: number | undefined;
  text: string;
  milliseconds: number;
}

/** A sandbox in a process of its own, in a folder among others, that is attacked over raw connections. */
export class HostileSandbox {
  readonly url: string;
  readonly #root: string;
  readonly #process: SandboxProcess;
  readonly memory = new MemoryWatch();
  readonly authorization = basic(KEY);

  private constructor(root: string, process: SandboxProcess, url: string) {
    this.#root = root;
    this.#process = process;
    this.url = url;
    this.memory.watch(process.pid);
  }

  static async start(...words: string[]): Promise<HostileSandbox> {
    const root = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
    await mkdir(path.join(root, 'beside'));
    for (const file of ['canary.txt', 'beside/canary.txt']) await writeFile(path.join(root, file), CANARY);
    const options = ['--data', path.join(root, 'data'), '--api-key', KEY, '--no-rtmp', ...words];
    const process = new SandboxProcess(...options);
    return new HostileSandbox(root, process, (await process.ready()).url);
  }

  /** The files beside the data folder: names and contents. */
  async surroundings(): Promise<Record<string, string>> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.#root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.startsWith(`data${path.sep}`));
    const hashOf = async (file: string) =>
      createHash('sha256')
        .update(await readFile(path.join(this.#root, file)))
        .digest('hex');
    return Object.fromEntries(
      await Promise.all(files.sort().map(async (file) => [file, await hashOf(file)] as const)),
    );
  }

  /** What lies in a folder of the data folder. */
  inside(folder: string): Promise<string[]> {
    return readdir(path.join(this.#root, 'data', folder));
  }

  /** Makes something with the key and returns a member of it, as text. */
  async make(target: string, json: object, member: string): Promise<string> {
    const response = await fetch(this.url + target, {
      method: 'POST',
      headers: { authorization: this.authorization },
      body: JSON.stringify(json),
    });
    const made = ((await response.json()) as Record<string, unknown>)[member];
    return typeof made === 'string' ? made : JSON.stringify(made);
  }

  /** Sends a head, with the key in it, and a body as they are, and waits for the answer or the end. */
  async send({ request, headers, body }: Omit<Attack, 'what'>): Promise<RawAnswer> {
    const socket = await RawSocket.open(this.url);
    const lines = Object.entries({ host: 'x', authorization: this.authorization, ...headers });
    const began = performance.now();
    socket.send(
      `${request} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    for (const bytes of body) socket.send(bytes);
    const timer = setTimeout(() => socket.close(), LONGEST);
    await socket.until((text) => isAnswered(text, request.startsWith('HEAD')));
    clearTimeout(timer);
    const milliseconds = performance.now() - began;
    socket.close();
    return { status: statusOf(socket.text), text: socket.text, milliseconds };
  }

  async end(): Promise<void> {
    this.memory.end();
    await this.#process.end('SIGTERM');
    await rm(this.#root, { recursive: true, force: true });
  }
}

function statusOf(text: string): number | undefined {
  const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
  return status === undefined ? undefined : Number(status);
}

function isAnswered(text: string, isBare: boolean): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1 || isBare) return end !== -1;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length;
}
