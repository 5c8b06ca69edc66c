import type { IncomingMessage } from 'node:http';
import { declaresMoreThan } from './declared-size.ts';
import { Problem } from '../problem.ts';
import { noteReads } from './unread-members.ts';

/** Largest JSON body; what we are asked to keep is far smaller. */
const MAX_BYTES = 1024 * 1024;
/** A slower body is cut off, however busily it trickles. */
const TIMEOUT_MS = 30_000;
/** Deepest nesting; JSON.parse itself copes, code that walks the value may not. */
const MAX_DEPTH = 64;

/** The limits of a body reader. */
export interface BodyLimits {
  /** More bytes are 413; a mebibyte where it is not said, and 400. */
  maxBytes?: number;
  timeoutMs?: number;
}

/** Reads a JSON body whatever its content type says: browsers post JSON as text/plain to avoid a preflight. */
export async function readJsonBody(
  request: IncomingMessage,
  limits: BodyLimits = {},
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readTextBody(request, limits);
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Problem('invalid-payload', { detail: 'The body is not JSON.' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid-payload', { detail: 'The body must be a JSON object.' });
  }
  if (isDeeperThan(value, MAX_DEPTH))
    throw new Problem('invalid-payload', { detail: 'The body is nested too deeply.' });
  return noteReads(request, value as Record<string, unknown>);
}

/** Reads a text, whatever its content type says. */
export async function readTextBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs = TIMEOUT_MS }: BodyLimits = {},
): Promise<string> {
  const largest = maxBytes ?? MAX_BYTES;
  const tooLarge = () =>
    maxBytes === undefined
      ? new Problem('invalid-payload', { detail: 'The body is larger than 1 MB.' })
      : new Problem('payload-too-large', { detail: `It has more than ${String(maxBytes)} bytes.` });
  if (declaresMoreThan(request, largest)) throw tooLarge();
  const deadline = setTimeout(() => request.destroy(), timeoutMs);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      // The rest is read and let go, so that the client gets to see the answer.
      if (size <= largest) chunks.push(chunk);
    }
  } finally {
    clearTimeout(deadline);
  }
  if (size > largest) throw tooLarge();
  return Buffer.concat(chunks).toString('utf8');
}

function isDeeperThan(value: object, depth: number): boolean {
  const isObject = (inner: unknown): inner is object => typeof inner === 'object' && inner !== null;
  let level = [value];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return true;
    level = level.flatMap((one) => Object.values<unknown>({ ...one }).filter(isObject));
  }
  return false;
}
