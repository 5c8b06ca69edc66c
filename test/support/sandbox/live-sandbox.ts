import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '../eventually.ts';
import { inRepository } from '../repository.ts';
import { KEY } from './sandbox.ts';

/** A live stream as the service answers it, as far as tests look at it. */
export interface LiveStreamAnswer {
  liveStreamId: string;
  streamKey: string;
  broadcasting: boolean;
  assets: { hls: string; thumbnail: string };
}

interface Ready {
  url: string;
  apiKey: string;
  rtmp?: string;
}

/** The sandbox as a command, in a process and a folder of its own, with what tests of live streams ask of it. */
export class LiveSandbox {
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly ready: Ready;

  static async start(...words: string[]): Promise<LiveSandbox> {
    return LiveSandbox.startOn(await mkdtemp(path.join(tmpdir(), 'vh-live-')), ...words);
  }

  /** Starts on a folder that may have a past. */
  static async startOn(dataDir: string, ...words: string[]): Promise<LiveSandbox> {
    const main = inRepository('.build', 'packages/vh-elements-sandbox/src/main.js');
    const child = spawn(
      process.execPath,
      [main, '--port', '0', '--data', dataDir, '--api-key', KEY, ...words],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    return new LiveSandbox(dataDir, child, JSON.parse(line) as Ready);
  }

  private constructor(dataDir: string, child: ChildProcess, ready: Ready) {
    this.dataDir = dataDir;
    this.child = child;
    this.ready = ready;
  }

  /** Asks with the key; answers the JSON of a success. */
  async ask<Answer>(method: string, target: string, body?: object): Promise<Answer> {
    const response = await fetch(this.ready.url + target, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${target} was answered with ${String(response.status)}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  async createStream(record = false): Promise<LiveStreamAnswer> {
    return this.ask('POST', '/live-streams', { name: 'A test', record });
  }

  /** A stream that is on the air, from the synthetic source. */
  async createOnAir(): Promise<LiveStreamAnswer> {
    const stream = await this.createStream();
    await this.ask('POST', `/live-streams/${stream.liveStreamId}/_synthetic`);
    await eventually(async () => (await fetch(stream.assets.hls)).status === 200 || undefined);
    return stream;
  }

  /** Memory in use, in megabytes, where the system reports it. */
  async residentMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${String(this.child.pid)}/status`, 'utf8').catch(() => '');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
  }

  /** Ends it and waits until it is gone. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const gone = once(this.child, 'close');
    this.child.kill(signal);
    await gone;
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
