import type { IncomingMessage } from 'node:http';
import { declaresMoreThan } from './declared-size.ts';
import { Problem } from './problem.ts';

/** Largest JSON body; what we are asked to keep is far smaller. */
const LARGEST = 1024 * 1024;
/** Deepest nesting; JSON.parse itself copes, code that walks the value may not. */
const DEEPEST = 64;

/** Reads a JSON body whatever its content type says: browsers post JSON as text/plain to avoid a preflight. */
export async function readJsonBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const text = (await readBody(request)).toString('utf8');
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : (JSON.parse(text) as unknown);
  } catch {
    throw new Problem('invalid-payload', { detail: 'The body is not JSON.' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid-payload', { detail: 'The body must be a JSON object.' });
  }
  if (isDeeperThan(value, DEEPEST))
    throw new Problem('invalid-payload', { detail: 'The body is nested too deeply.' });
  return value as Record<string, unknown>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (declaresMoreThan(request, LARGEST)) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and let go, so that the client gets to see the answer.
    if (size <= LARGEST) chunks.push(chunk);
  }
  if (size > LARGEST) throw tooLarge();
  return Buffer.concat(chunks);
}

function tooLarge(): Problem {
  return new Problem('invalid-payload', { detail: 'The body is larger than 1 MB.' });
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
