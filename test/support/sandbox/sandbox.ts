import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SandboxOptions } from '../../../packages/vh-elements-sandbox/src/options/sandbox-options.ts';
import { createSandbox, type Sandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { eventually } from '../eventually.ts';
import { assertAnswersInContract } from './answers-in-contract.ts';

/** The key that every sandbox under test has. */
export const KEY = 'the-key-under-test';

/** What a client sends and wants. */
export interface Ask {
  json?: unknown;
  form?: FormData;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** The Authorization header; the key where it is not said, none where it is false. */
  authorization?: string | false;
}

/** What came back; `body` is the JSON of the answer, if it was any. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

/** A JSON value that a test walks through without ceremony: an absent member is undefined. */
export interface Json {
  readonly [name: string]: Json | undefined;
}

/** A sandbox on a folder and a port of its own, and a client that speaks to it. */
export class SandboxUnderTest {
  readonly dir: string;
  readonly #options: Partial<SandboxOptions>;
  #sandbox: Sandbox | undefined;
  #url = '';

  private constructor(dir: string, options: Partial<SandboxOptions>) {
    this.dir = dir;
    this.#options = options;
  }

  /** Starts one; without ffmpeg unless the options bring one, so that every machine tests the same. */
  static async start(options: Partial<SandboxOptions> = {}): Promise<SandboxUnderTest> {
    return SandboxUnderTest.startOn(await mkdtemp(path.join(tmpdir(), 'sandbox-')), options);
  }

  /** Starts one on a folder that may have a past. */
  static async startOn(dir: string, options: Partial<SandboxOptions> = {}): Promise<SandboxUnderTest> {
    const under = new SandboxUnderTest(dir, options);
    await under.open();
    return under;
  }

  get url(): string {
    return this.#url;
  }

  async open(options: Partial<SandboxOptions> = {}): Promise<void> {
    this.#sandbox = await createSandbox({
      dataDir: this.dir,
      apiKey: KEY,
      ffmpeg: false,
      ...this.#options,
      ...options,
    });
    this.#url = (await this.#sandbox.listen({})).url;
  }

  /** Serves at a second address too, with a certificate of its own making. */
  async listenTls(): Promise<string> {
    if (!this.#sandbox) throw new Error('it is closed');
    return (await this.#sandbox.listen({ tls: true })).url;
  }

  /** Lets encoders push, and answers where to. */
  async listenRtmp(): Promise<string> {
    if (!this.#sandbox) throw new Error('it is closed');
    return (await this.#sandbox.listenRtmp({ port: 0 })).url;
  }

  /** Serves a request that came over no connection. */
  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#sandbox?.handle(request, response);
  }

  async close(): Promise<void> {
    await this.#sandbox?.close();
    this.#sandbox = undefined;
    assertAnswersInContract();
  }

  /** Closes it and forgets its folder. */
  async end(): Promise<void> {
    await this.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  ask(method: string, where: string, ask: Ask = {}): Promise<Answered> {
    return request(method, new URL(where, this.#url).href, ask);
  }

  /** Makes a video and answers its id. */
  async video(title = 'A video'): Promise<string> {
    return textOf((await this.ask('POST', '/videos', { json: { title } })).body, 'videoId');
  }

  /** Makes an upload token. */
  async token(ttl = 0): Promise<string> {
    return textOf((await this.ask('POST', '/upload-tokens', { json: { ttl } })).body, 'token');
  }

  /** Uploads a whole file with the key. */
  upload(videoId: string, bytes: Uint8Array, name = 'film.mp4'): Promise<Answered> {
    return this.ask('POST', `/videos/${videoId}/source`, { form: formOf(bytes, { name }) });
  }

  /** Sends a part with a token. */
  part(
    token: string,
    bytes: Uint8Array,
    range?: string,
    {
      videoId,
      headers = {},
      name = 'film.mp4',
    }: { videoId?: string; headers?: Record<string, string>; name?: string } = {},
  ): Promise<Answered> {
    return this.ask('POST', `/upload?token=${token}`, {
      authorization: false,
      headers: { ...headers, ...(range === undefined ? {} : { 'content-range': range }) },
      form: formOf(bytes, { name, ...(videoId === undefined ? {} : { videoId }) }),
    });
  }

  /** Asks for a video's status until `done` says so. */
  statusWhen(videoId: string, done: (status: VideoStatusBody) => boolean): Promise<VideoStatusBody> {
    return eventually(async () => {
      const { text } = await this.ask('GET', `/videos/${videoId}/status`);
      const status = JSON.parse(text) as VideoStatusBody;
      return done(status) ? status : undefined;
    });
  }
}

/** A video's status as JSON. */
export interface VideoStatusBody {
  ingest: null | {
    status: string;
    filesize: number | null;
    receivedBytes: { from: number; to: number; total: number | null }[];
    receivedParts: { parts: number[]; total: number | null };
    sha256?: string;
  };
  encoding: {
    playable: boolean;
    qualities: { type: string; quality: string; status: string }[];
    metadata: Record<string, string | number | null>;
    reason?: string;
  };
}

/** True once nothing more will come of a video. */
export function isSettled({ encoding }: VideoStatusBody): boolean {
  const { qualities } = encoding;
  return qualities.length > 0 && qualities.every(({ status }) => status === 'encoded' || status === 'failed');
}

/** A form with one file and, before it, a videoId. */
export function formOf(
  bytes: Uint8Array,
  { name = 'film.mp4', videoId, field = 'file' }: { name?: string; videoId?: string; field?: string } = {},
): FormData {
  const form = new FormData();
  if (videoId !== undefined) form.append('videoId', videoId);
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Speaks to any address. */
export async function request(method: string, url: string, ask: Ask = {}): Promise<Answered> {
  const { authorization = basic(KEY), headers = {} } = ask;
  const body = ask.json === undefined ? (ask.form ?? ask.body ?? null) : JSON.stringify(ask.json);
  const response = await fetch(url, {
    method,
    headers: {
      ...(ask.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === false ? {} : { authorization }),
      ...headers,
    },
    body: typeof body === 'string' || body === null || body instanceof FormData ? body : new Uint8Array(body),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = text !== '' && /json$/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Json) : {},
  };
}

/** The Authorization header of a key. */
export function basic(key: string): string {
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** The slug of a problem: the last part of its type. */
export function slugOf({ text }: Answered): string {
  const { type } = JSON.parse(text) as { type?: string };
  return type?.split('/').pop() ?? '';
}

/** A text of an answer's body. */
export function textOf(body: Json, name: string): string {
  const value: unknown = body[name];
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`);
  return value;
}
