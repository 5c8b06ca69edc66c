import { VhError } from '../../core/errors/vh-error.ts';
import { parseWebhookEvent, type WebhookEvent } from './webhook-event.ts';

/** The options of `verifyWebhook`. */
export interface WebhookOptions {
  /** Refuses deliveries that were emitted more seconds ago. Without it, drop repeated deliveries by their `id`. */
  maxAge?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const MAX_BODY_BYTES = 64 * 1024;
/** Clocks differ: where age matters, deliveries from further in the future are refused. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Verifies that a request is the service's own delivery to this webhook, and reads it. Rejects with `webhook-refused`
 * otherwise. Answer that with 401; the service then tries again.
 *
 * The signature covers every byte of the body, so pass the request unchanged. You may pass several secrets, such as an old
 * and a new one.
 */
export async function verifyWebhook(
  request: Request,
  secret: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookEvent> {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || !secrets.every((one: unknown) => typeof one === 'string' && one !== '')) {
    throw new VhError('invalid-use', "verifyWebhook needs the webhook's signatureSecret.");
  }
  if (request.method !== 'POST') throw refused('it is not a POST');
  const signature = readSignature(request.headers.get('x-api-video-signature'));
  if (!signature) throw refused('it has no signature');
  const body = await readBytes(request);
  const signed = await Promise.all(secrets.map((one) => isSigned(body, signature.bytes, one)));
  if (!signed.includes(true)) throw refused('its signature is not by this secret');
  const about = { id: signature.hex, webhookId: request.headers.get('x-api-video-webhookid') ?? undefined };
  const event = parseWebhookEvent(readJson(body), about);
  if (!event) throw refused('it is no event');
  const age = (options.now ?? Date.now)() - event.emittedAt.getTime();
  const { maxAge } = options;
  if (maxAge !== undefined && (age > maxAge * 1000 || age < -CLOCK_SKEW_MS)) throw refused('it is too old');
  return event;
}

function refused(why: string): VhError {
  return new VhError('webhook-refused', `This is not a valid webhook delivery: ${why}.`);
}

function readSignature(given: string | null): { hex: string; bytes: Uint8Array<ArrayBuffer> } | undefined {
  if (given === null || !/^[\da-f]{64}$/i.test(given)) return undefined;
  const hex = given.toLowerCase();
  const bytes = Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
  return { hex, bytes };
}

/** By the platform's own check, which takes as long for a signature that is nearly right as for any other. */
async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  secret: string,
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ]);
  return crypto.subtle.verify('HMAC', key, signature, body);
}

/** Counts the bytes as they come: the stated length may be wrong. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      void reader.cancel().catch(() => undefined);
      throw refused('it is too long');
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}
