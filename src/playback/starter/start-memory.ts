/** Bytes that have been fetched, and how long they took: the engine judges the line by that. */
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
}

/** What was fetched before the engine was there, by address: it takes this in place of fetching again. */
export interface StartMemory {
  readonly texts: Map<string, FetchedText>;
  readonly pieces: Map<string, FetchedBytes>;
}

/** Fetches a playlist into the memory, unless it is there. */
export async function fetchText(
  memory: StartMemory,
  url: string,
  signal: AbortSignal,
  early?: Promise<Response>,
): Promise<FetchedText> {
  const known = memory.texts.get(url);
  if (known) return known;
  const response = await checked(early ?? fetch(url, { signal }));
  const fetched = { text: await response.text(), url: response.url || url };
  memory.texts.set(url, fetched);
  return fetched;
}

/** Fetches bytes into the memory. */
export async function fetchBytes(
  memory: StartMemory,
  url: string,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const begun = performance.now();
  const response = await checked(fetch(url, { signal, priority: 'high' }));
  const firstByteMs = performance.now() - begun;
  const data = await response.arrayBuffer();
  memory.pieces.set(url, { data, firstByteMs, totalMs: performance.now() - begun });
  return data;
}

/** Only a plain 200 is taken: what another answer means is the engine's to know. */
async function checked(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (response.status !== 200) throw new DOMException('The engine shall ask.', 'NotSupportedError');
  return response;
}
