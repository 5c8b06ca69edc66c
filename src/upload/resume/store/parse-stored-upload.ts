import { isProtocol } from '../../../core/wire/grant.ts';
import { readList, readNumber, readRecord, readText } from '../../../core/wire/read-json.ts';
import { parseUploadedVideo, type UploadedVideo } from '../../../core/wire/video.ts';
import type { CutSource } from '../../ports/earlier-upload.ts';
import type { UploadRecord } from '../../ports/upload-record.ts';
import type { StoredUpload } from './stored-upload.ts';

/** Reads the stored record of a file: another version of this library may have written it. */
export function parseStoredUpload(value: unknown): StoredUpload | undefined {
  const from = readRecord(value);
  const file = readRecord(from?.['file']);
  const key = readText(from?.['key']);
  const scope = readText(from?.['scope']);
  const name = readText(file?.['name']);
  const size = readNumber(file?.['size']);
  const startedAt = readNumber(from?.['startedAt']);
  if (!from || key === undefined || scope === undefined) return undefined;
  if (name === undefined || size === undefined || startedAt === undefined) return undefined;
  const handle = from['handle'];
  const type = readText(file?.['type']) ?? '';
  return {
    key,
    scope,
    file: { name, size, type, lastModified: readNumber(file?.['lastModified']) ?? 0 },
    source: parseSource(from['source']),
    handle: isFileHandle(handle) ? handle : undefined,
    startedAt,
    chosenAt: readNumber(from['chosenAt']),
    touchedAt: readNumber(from['touchedAt']) ?? startedAt,
    sent: readNumber(from['sent']) ?? 0,
    tab: readText(from['tab']),
    group: readText(from['group']),
    isPaused: from['isPaused'] === true,
    isRemoved: from['isRemoved'] === true,
    isUnseen: from['isUnseen'] === true,
    film: readText(from['film']),
    upload: parseUploadRecord(from['upload']),
    video: parseVideo(from['video']),
  };
}

function parseSource(value: unknown): CutSource | undefined {
  const source = readRecord(value);
  const range = readRecord(source?.['range']);
  const size = readNumber(source?.['size']);
  const fingerprint = readText(source?.['fingerprint']);
  const start = readNumber(range?.['start']);
  const end = readNumber(range?.['end']);
  if (size === undefined || fingerprint === undefined || start === undefined || end === undefined)
    return undefined;
  return start >= 0 && end > start ? { size, fingerprint, range: { start, end } } : undefined;
}

function parseVideo(value: unknown): UploadedVideo | undefined {
  return readText(readRecord(value)?.['videoId']) ? parseUploadedVideo(value) : undefined;
}

function isFileHandle(value: unknown): value is FileSystemFileHandle {
  return typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle;
}

/** Reads the stored record of an upload. */
export function parseUploadRecord(value: unknown): UploadRecord | undefined {
  const from = readRecord(value);
  const protocol = from?.['protocol'];
  const endpoint = readText(from?.['endpoint']);
  if (!isProtocol(protocol)) return undefined;
  if (endpoint === undefined) return undefined;
  const claim = readText(from?.['claim']);
  return {
    protocol,
    endpoint,
    videoId: readText(from?.['videoId']),
    parts: unpack(from?.['runs']) ?? readList(from?.['parts']).flatMap(parsePart),
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

/** Parts in a row that have one length and one state, as a record of many is written. */
interface PartRun {
  readonly from: number;
  readonly bytes: number;
  readonly stored: boolean;
  count: number;
}

/** More parts than any service takes. */
const MAX_PARTS = 1_000_000;

/** The record as it is written where it has many parts, so that each of thousands of saves writes little. It is read like any other. */
export function packStoredUpload(record: StoredUpload): object {
  const { upload } = record;
  if (!upload) return record;
  const runs: PartRun[] = [];
  for (const { from, to, stored } of upload.parts) {
    const last = runs.at(-1);
    const goesOn = last?.stored === stored && last.bytes === to - from && endOf(last) === from;
    if (goesOn) last.count++;
    else runs.push({ from, bytes: to - from, stored, count: 1 });
  }
  return { ...record, upload: { ...upload, parts: [], runs } };
}

const endOf = ({ from, bytes, count }: PartRun): number => from + bytes * count;

function unpack(value: unknown): UploadRecord['parts'] | undefined {
  if (value === undefined) return undefined;
  const parts: UploadRecord['parts'][number][] = [];
  for (const run of readList(value).map(readRecord)) {
    const [begin, bytes, count] = [run?.['from'], run?.['bytes'], run?.['count']].map(readNumber);
    if (begin === undefined || bytes === undefined || count === undefined) break;
    // What is not known of it counts as nothing that is stored.
    if (!(begin >= 0 && bytes > 0 && count > 0 && parts.length + count <= MAX_PARTS)) break;
    for (let part = 0; part < count; part++) {
      const from = begin + part * bytes;
      parts.push({ from, to: from + bytes, stored: run?.['stored'] === true });
    }
  }
  return parts;
}
