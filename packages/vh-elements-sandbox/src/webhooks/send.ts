import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isLoopbackAddress, isLoopbackHost } from '../http/loopback.ts';
import type { Webhook } from '../store/account/webhooks.ts';
import { signatureOf } from './signature.ts';

/** How one try went. */
export type Outcome = { status: number } | { reason: string } | { refusal: string };

/** Sends a body to a webhook, once. */
export type Send = (webhook: Webhook, body: string, signal: AbortSignal) => Promise<Outcome>;

const TIMEOUT_MS = 10_000;
/** How long the creation of a webhook waits for what its host's name means. */
const LOOKUP_MS = 500;
const MAX_ANSWER_BYTES = 16 * 1024;
const ELSEWHERE = 'The address is not on this machine: name its host with --allow-host.';

class HostNotAllowed extends Error {}

/** Whether a webhook of that address is called, as far as can be known before; for no longer than a moment. */
export async function isCalled(address: string, allowedHosts: ReadonlySet<string>): Promise<boolean> {
  const { hostname } = new URL(address);
  if (allowedHosts.has(hostname) || isLoopbackHost(hostname)) return true;
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0) return false;
  const found = new Promise<boolean>((resolve) => {
    lookup(literal, { all: true }, (error, addresses) => {
      resolve(!error && addresses.some((one) => isLoopbackAddress(one.address)));
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, LOOKUP_MS);
  });
  return Promise.race([found, late]).finally(() => {
    clearTimeout(timer);
  });
}

/** Makes the sender of webhooks: to this machine, and to `allowedHosts` beyond it; it waits `timeoutMs` milliseconds. */
export function webhookSender(allowedHosts: ReadonlySet<string>, timeoutMs = TIMEOUT_MS): Send {
  return async (webhook, body, signal) => {
    try {
      const url = new URL(webhook.url);
      const anywhere = allowedHosts.has(url.hostname);
      const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (!anywhere && isIP(literal) !== 0 && !isLoopbackAddress(literal)) return { refusal: ELSEWHERE };
      return await withinTime(signal, timeoutMs, async (whenLate) => ({
        status: await post(url, webhook, body, anywhere, whenLate),
      }));
    } catch (error) {
      if (error instanceof HostNotAllowed) return { refusal: ELSEWHERE };
      return { reason: reasonOf(error) };
    }
  };
}

/**
 * Does one thing until the signal aborts or its time is over. `AbortSignal.any` would leave a reference on a signal that
 * lives as long as the process, with each webhook one more.
 */
async function withinTime<Result>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const either = new AbortController();
  const stop = () => either.abort(signal.reason);
  const timer = setTimeout(() => either.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(either.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** The headers of a delivery, the same at each try. */
export function headersOf(
  { webhookId, signatureSecret }: Webhook,
  body: string,
): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Api-Video-WebhookID': webhookId,
    'X-Api-Video-Signature': signatureOf(body, signatureSecret),
  };
}

/** Posts with node's own request: fetch would write the names of headers in lower case, and receivers may compare. */
function post(
  url: URL,
  webhook: Webhook,
  body: string,
  anywhere: boolean,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    headers: headersOf(webhook, body),
  };
  return new Promise((resolve, reject) => {
    const guarded = anywhere ? options : { ...options, lookup: lookUpHere };
    const sent =
      url.protocol === 'https:'
        ? // This machine has no signed certificate.
          requestHttps(url, { ...guarded, rejectUnauthorized: anywhere })
        : requestHttp(url, guarded);
    // Each of them: one that comes after the answer must not end the process.
    sent.on('error', reject);
    sent.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      discard(response);
    });
    sent.end(body);
  });
}

/** Reads a short answer to its end, which is polite, and cuts off a long one. Nothing that it says is of interest. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) response.destroy();
  });
}

/** Looks up a name, but only finds this machine: what a name means may change between a check and its use. */
const lookUpHere: NonNullable<RequestOptions['lookup']> = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) {
      callback(error, []);
      return;
    }
    const here = addresses.filter(({ address }) => isLoopbackAddress(address));
    const [first] = here;
    if (!first) callback(new HostNotAllowed(), []);
    else if (options.all === true) callback(null, here);
    else callback(null, first.address, first.family);
  });
};

/** Why nothing came back, in words that hold no address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  // The reason of an aborted request hides behind its own name.
  const { cause } = error;
  if (error.name === 'AbortError')
    return cause instanceof Error && cause.name === 'TimeoutError' ? 'no answer in time' : 'broken off';
  return 'code' in error ? String(error.code) : error.name;
}
