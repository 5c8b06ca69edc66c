import { parseJson } from '../core/wire/read-json.ts';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Where the page backend under test is, and how to come to it. */
export interface SiteOptions {
  /** Its address with the path under which it is mounted, such as `https://www.example.org/vh`. */
  url: string;
  /** An origin whose pages may ask; the backend's own where it is not said. */
  origin?: string | undefined;
  /** The headers of a visitor who may upload and watch, such as a cookie. */
  headers?: Readonly<Record<string, string>>;
}

/** One request, as it is written on the wire. */
export interface SiteRequest {
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** True for the visitor who may; false for a stranger. */
  asVisitor?: boolean;
}

/** The answer. */
export interface SiteResponse {
  status: number;
  text: string;
  header: (name: string) => string | undefined;
  /** The body as JSON; undefined for anything else. */
  json: unknown;
}

const TIMEOUT_MS = 30_000;

/** A page backend, asked as browsers and worse than browsers ask. */
export class Site {
  readonly origin: string;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, origin, headers = {} }: SiteOptions) {
    this.#base = new URL(url);
    this.origin = origin ?? this.#base.origin;
    this.#headers = headers;
  }

  /** Where it is, for messages: without a user's name and password. */
  get address(): string {
    return this.#base.origin + this.#base.pathname;
  }

  /** Sends a request to a path below the backend's own, byte for byte: nothing is tidied up on the way. */
  ask(
    method: string,
    path: string,
    { headers = {}, body, asVisitor = false }: SiteRequest = {},
  ): Promise<SiteResponse> {
    const { protocol, hostname, port, pathname } = this.#base;
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const sent = send({
        method,
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port,
        path: pathname.replace(/\/+$/, '') + path,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          ...(asVisitor ? this.#headers : {}),
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      });
      sent.once('error', reject);
      sent.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.once('error', reject);
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString();
          const header = (name: string) => response.headers[name]?.toString();
          resolve({ status: response.statusCode ?? 0, text, header, json: parseJson(text) });
        });
      });
      sent.end(body);
    });
  }
}
