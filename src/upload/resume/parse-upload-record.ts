import { readList, readNumber, readRecord, readText } from '../../core/read-json.ts';
import type { UploadRecord } from '../upload-memory.ts';

/** Reads what was kept of an upload, where another version of this library may have put it. */
export function parseUploadRecord(value: unknown): UploadRecord | undefined {
  const from = readRecord(value);
  const protocol = from?.['protocol'];
  const endpoint = readText(from?.['endpoint']);
  if (protocol !== 'parts' && protocol !== 'tus' && protocol !== 'put') return undefined;
  if (endpoint === undefined) return undefined;
  const claim = readText(from?.['claim']);
  return {
    protocol,
    endpoint,
    videoId: readText(from?.['videoId']),
    parts: readList(from?.['parts']).flatMap(parsePart),
    wire: readList(from?.['wire']).map((word) => readText(word) ?? null),
    ...(claim === undefined ? {} : { claim }),
  };
}

function parsePart(value: unknown): UploadRecord['parts'] {
  const part = readRecord(value);
  const from = readNumber(part?.['from']);
  const to = readNumber(part?.['to']);
  return from === undefined || to === undefined ? [] : [{ from, to, stored: part?.['stored'] === true }];
}
