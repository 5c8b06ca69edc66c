import { abortable } from '../../core/async/abortable.ts';
import {
  decorated,
  type DecoratedRequest,
  type RequestDecorator,
  type RequestFacts,
} from '../requests/request-decorator.ts';
import { Watchdog } from '../requests/watchdog.ts';

/** Bytes that have been fetched, and how long they took: hls.js judges the line by that. */
export interface FetchedBytes {
  readonly data: ArrayBuffer;
  /** Milliseconds to the first byte, and to the last. */
  readonly firstByteMs: number;
  readonly totalMs: number;
}

/** A playlist that has been fetched, and the address that answered. */
export interface FetchedText {
  readonly text: string;
  readonly url: string;
  /** When it arrived, by the page's clock; absent for one that came with the page. */
  readonly arrivedAt?: number;
  /** True for one that may be a live stream's: it counts once, and only for moments. */
  readonly isPassing?: boolean;
}

/** Milliseconds for which the playlist of a live stream is good enough to begin with. */
const FRESH_MS = 3_000;

/** True for a playlist that can be used still. */
export function isFresh({ isPassing, arrivedAt }: FetchedText): boolean {
  return !isPassing || (arrivedAt !== undefined && performance.now() - arrivedAt < FRESH_MS);
}

/** Data fetched before hls.js was there, by address: hls.js takes them in place of fetching again. */
export interface PrefetchedData {
  /** Adds to the request. The addresses here are the plain ones. */
  readonly decorator?: RequestDecorator | undefined;
  readonly texts: Map<string, FetchedText>;
  /** Some may still be on their way. */
  readonly pieces: Map<string, FetchedBytes | Promise<FetchedBytes>>;
  /** The playlist of the rendition whose data these are. */
  variantUrl?: string;
}

/** A request that brings nothing for so long is hls.js's to repeat. */
const SILENCE_MS = 2_500;

/** Fetches a playlist into the memory, unless it is there. */
export async function fetchText(
  memory: PrefetchedData,
  url: string,
  signal: AbortSignal,
  early?: Promise<Response>,
): Promise<FetchedText> {
  const known = memory.texts.get(url);
  if (known) return known;
  const { decorator } = memory;
  const send = (call: AbortSignal) => {
    const sent = decorated(decorator, url, { ot: 'm' });
    return fetch(sent.url, withHeaders({ signal: call }, sent.headers));
  };
  const { bytes, response } = await receive((call) => early ?? send(call), signal);
  const text = new TextDecoder().decode(bytes);
  const answered = response.url || url;
  const fetched = { text, url: decorator?.plain(answered) ?? answered, arrivedAt: performance.now() };
  memory.texts.set(url, fetched);
  return fetched;
}

/** Fetches bytes into the memory. */
export async function fetchBytes(
  memory: PrefetchedData,
  url: string,
  facts: RequestFacts,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const piece = await fetchPiece(decorated(memory.decorator, url, facts), signal);
  memory.pieces.set(url, piece);
  return piece.data;
}

/** Fetches bytes, and takes the time. */
export async function fetchPiece(
  { url, headers }: DecoratedRequest,
  signal: AbortSignal,
): Promise<FetchedBytes> {
  const begun = performance.now();
  const send = (call: AbortSignal) => fetch(url, withHeaders({ signal: call, priority: 'high' }, headers));
  const { bytes, firstByteMs } = await receive(send, signal);
  return { data: bytes, firstByteMs, totalMs: performance.now() - begun };
}

/** Receives a whole answer. Only that one status is taken: what another answer means is hls.js's to know. */
export async function receive(
  send: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { silenceMs = SILENCE_MS, status = 200 } = {},
): Promise<{ bytes: ArrayBuffer; response: Response; firstByteMs: number }> {
  const call = new AbortController();
  const watchdog = new Watchdog(silenceMs, () => call.abort());
  const either = AbortSignal.any([signal, call.signal]);
  const begun = performance.now();
  watchdog.restart();
  try {
    const response = await abortable(send(either), either);
    const firstByteMs = performance.now() - begun;
    if (response.status !== status)
      throw new DOMException('hls.js repeats this request.', 'NotSupportedError');
    const reader = response.body?.getReader();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      watchdog.restart();
      const { value } = (await (reader && abortable(reader.read(), either))) ?? {};
      if (!value) return { bytes: joined(pieces), response, firstByteMs };
      pieces.push(value);
    }
  } finally {
    watchdog.stop();
    // The rest of an unused answer need not arrive.
    call.abort();
  }
}

/** Without headers, a request is as plain as it ever was. */
const withHeaders = (init: RequestInit, headers: DecoratedRequest['headers']): RequestInit =>
  headers ? { ...init, headers } : init;

function joined(pieces: readonly Uint8Array[]): ArrayBuffer {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes.buffer;
}
