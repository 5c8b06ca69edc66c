import type { Insights } from './sums/figures.ts';
import { InsightsReader, type InsightsOptions } from './insights-reader.ts';
import { MAX_LINE_CHARACTERS } from './rows/read-row.ts';

/**
 * Says what session events come to: plays, viewers, watch time, startup, rebuffering, failures, exits, retention, and the
 * most watched moments. `events` are rows, or NDJSON: bodies of requests to a collector in the format `v1` or `vh`, with the
 * `userAgent` of the request beside them. Broken rows are skipped and counted.
 */
export function insights(events: Iterable<unknown> | string, options: InsightsOptions = {}): Insights {
  const reader = new InsightsReader(options);
  if (typeof events === 'string') for (const [line] of events.matchAll(/[^\r\n]+/g)) reader.add(line);
  else for (const row of events) reader.add(row);
  return reader.figures();
}

/**
 * Says what session events come to that are read from a file or a response, as NDJSON, piece by piece: a million of them
 * never lie in memory at once.
 */
export async function readInsights(
  source: AsyncIterable<string | Uint8Array>,
  options: InsightsOptions = {},
): Promise<Insights> {
  const reader = new InsightsReader(options);
  const decoder = new TextDecoder();
  let rest = '';
  /** The line that has begun is too long: its end is looked for. */
  let isTooLong = false;
  const take = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      reader.add(isTooLong ? undefined : line);
      isTooLong = false;
    }
    if (rest.length > MAX_LINE_CHARACTERS) isTooLong = true;
    if (isTooLong) rest = '';
  };
  for await (const piece of source)
    take(typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
  take(`${decoder.decode()}\n`);
  return reader.figures();
}
