import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox, type Sandbox } from '../../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { parseLivePlaylist, type LivePlaylist } from './live-playlist.ts';
import type { LiveStreamAnswer } from '../../../support/sandbox/live-sandbox.ts';

const KEY = 'the-key-of-live-tests';

/** A sandbox in this process whose live streams live in a time that the test drives. */
export class ManualClockSandbox {
  readonly clock: FakeClock;
  readonly dataDir: string;
  readonly sandbox: Sandbox;
  readonly url: string;
  /** The lines that it has logged. */
  readonly logged: readonly string[];

  static async open(windowSeconds?: number): Promise<ManualClockSandbox> {
    return ManualClockSandbox.openOn(await mkdtemp(path.join(tmpdir(), 'vh-live-sandbox-')), windowSeconds);
  }

  /** Opens one on a folder that may have a past. */
  static async openOn(dataDir: string, windowSeconds?: number): Promise<ManualClockSandbox> {
    // At a full second, where the synthetic source has a key frame.
    const clock = new FakeClock(Math.floor(Date.now() / 1000) * 1000);
    const live = { clock, ...(windowSeconds === undefined ? {} : { windowSeconds }) };
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const sandbox = await createSandbox({ dataDir, apiKey: KEY, ffmpeg: false, live, log });
    return new ManualClockSandbox(dataDir, sandbox, (await sandbox.listen({})).url, clock, logged);
  }

  private constructor(
    dataDir: string,
    sandbox: Sandbox,
    url: string,
    clock: FakeClock,
    logged: readonly string[],
  ) {
    this.dataDir = dataDir;
    this.sandbox = sandbox;
    this.url = url;
    this.clock = clock;
    this.logged = logged;
  }

  /** Asks with the key. */
  async ask(method: string, target: string, body?: object | FormData): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(this.url + target, {
      method,
      headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
  }

  async createStream(record = false): Promise<LiveStreamAnswer> {
    const response = await this.ask('POST', '/live-streams', { name: 'A test', record });
    return (await response.json()) as LiveStreamAnswer;
  }

  /** Starts or stops the built-in source. */
  async synthetic(method: 'POST' | 'DELETE', { liveStreamId }: LiveStreamAnswer): Promise<void> {
    await this.ask(method, `/live-streams/${liveStreamId}/_synthetic`);
  }

  /** The media playlist of a stream, read strictly. */
  async playlist({ liveStreamId }: LiveStreamAnswer, query = ''): Promise<LivePlaylist> {
    const response = await fetch(`${this.url}/assets/live/${liveStreamId}/playlist.m3u8${query}`);
    return parseLivePlaylist(await response.text());
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
