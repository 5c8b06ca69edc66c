import type { OutgoingHttpHeaders } from 'node:http';
import { redact, REDACTED, SECRET_NAME } from '../http/redact.ts';

/** A request or an answer as the console shows it: no secret is in it. */
export interface MessageRecord {
  headers: [name: string, value: string][];
  /** Its JSON, or nothing. */
  body: string | null;
  /** Why there is no body: it is of another type, too long, or cannot be read. */
  left: 'type' | 'length' | 'syntax' | null;
}

const MAX_BYTES = 16 * 1024;
const JSON_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)\b/i;

/** Keeps the beginning of one body, if it is of a type in which secrets can be told apart. */
export class BodyRecorder {
  #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    // A copy: a piece of what the socket has read would keep all of that.
    if (this.#size <= MAX_BYTES) this.#chunks.push(Buffer.from(chunk));
    else this.#chunks = [];
  }

  /** What was kept, without its secrets. */
  read(headers: OutgoingHttpHeaders): MessageRecord {
    const masked = maskHeaders(headers);
    if (this.#size === 0) return { headers: masked, body: null, left: null };
    if (!JSON_TYPE.test(String(headers['content-type'] ?? '')))
      return { headers: masked, body: null, left: 'type' };
    if (this.#size > MAX_BYTES) return { headers: masked, body: null, left: 'length' };
    try {
      const value: unknown = JSON.parse(Buffer.concat(this.#chunks).toString('utf8'));
      return { headers: masked, body: JSON.stringify(mask(value)), left: null };
    } catch {
      return { headers: masked, body: null, left: 'syntax' };
    }
  }
}

function maskHeaders(headers: OutgoingHttpHeaders): [string, string][] {
  return Object.entries(headers).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    if (!SECRET_NAME.test(name)) return [name, maskText(text)];
    // Which scheme it was is no secret, and often the mistake.
    const scheme = name === 'authorization' ? /^(?:basic|bearer) /i.exec(text)?.[0] : undefined;
    return [name, (scheme ?? '') + REDACTED];
  });
}

function mask(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && SECRET_NAME.test(name) ? REDACTED : mask(member),
    ]),
  );
}

/** An address may hold a token, in its path or in its query. */
function maskText(text: string): string {
  return text.includes('/') ? redact(text) : text;
}
