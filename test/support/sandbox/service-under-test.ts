import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Listening } from '../../../packages/vh-elements-sandbox/src/listen/listen.ts';
import type { SandboxOptions } from '../../../packages/vh-elements-sandbox/src/options/sandbox-options.ts';
import { createSandbox, type Sandbox } from '../../../packages/vh-elements-sandbox/src/sandbox.ts';
import { assertAnswersInContract } from './answers-in-contract.ts';

const API_KEY = 'the-key-of-a-test';

/** An answer with its body, parsed where it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** A JSON body, as far as tests look into it. */
export type Body = Record<string, unknown> & {
  data?: Record<string, unknown>[];
  pagination?: Record<string, unknown>;
  problems?: Record<string, unknown>[];
};

/** A sandbox in this process, with a data folder and a port of its own. */
export class ServiceUnderTest {
  readonly dataDir: string;
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly #place: Listening;

  private constructor(dataDir: string, sandbox: Sandbox, place: Listening) {
    this.dataDir = dataDir;
    this.sandbox = sandbox;
    this.#place = place;
    this.url = place.url;
  }

  static async start(options: Partial<SandboxOptions> = {}): Promise<ServiceUnderTest> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vh-sandbox-'));
    const sandbox = await createSandbox({ apiKey: API_KEY, ffmpeg: false, dataDir, ...options });
    return new ServiceUnderTest(dataDir, sandbox, await sandbox.listen({}));
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
  }

  /** Asks with the key; an object goes as JSON, a form as a form. */
  async ask(method: string, target: string, body?: FormData | object): Promise<Answer> {
    const headers = { authorization: this.authorization };
    if (body === undefined) return this.fetch(target, { method, headers });
    if (body instanceof FormData) return this.fetch(target, { method, headers, body });
    const type = { 'content-type': 'application/json' };
    return this.fetch(target, { method, headers: { ...headers, ...type }, body: JSON.stringify(body) });
  }

  /** Asks as anybody. */
  async fetch(target: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.url + target, init);
    const text = await response.text();
    const isJson = /json$/.test(response.headers.get('content-type') ?? '');
    const body = (isJson ? JSON.parse(text) : {}) as Body;
    return { status: response.status, headers: response.headers, body, text };
  }

  async stop(): Promise<void> {
    await this.#place.close();
    await this.sandbox.close();
    await rm(this.dataDir, { recursive: true, force: true });
    assertAnswersInContract();
  }
}

/** A form with one file, and text fields beside it. */
export function formOf(bytes: Uint8Array, filename = 'file', fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), filename);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
