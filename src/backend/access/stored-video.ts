import { readList, readRecord, readText } from '../../core/wire/read-json.ts';
import type { StoredVideo } from './authorize.ts';

/** Reads what `authorize` may know of a video from the service's record of it. */
export function readStoredVideo(record: Readonly<Record<string, unknown>>): StoredVideo {
  const values = new Map<string, string | undefined>();
  for (const item of readList(record['metadata'])) {
    const pair = readRecord(item);
    const [key, value] = [readText(pair?.['key']), readText(pair?.['value'])];
    if (key !== undefined) values.set(key, values.has(key) ? undefined : value);
  }
  // Without a prototype: a question for "constructor" must find nothing.
  const metadata = Object.create(null) as Record<string, string>;
  for (const [key, value] of values) if (value !== undefined) metadata[key] = value;
  return { metadata, tags: readList(record['tags']).filter((tag) => typeof tag === 'string') };
}
