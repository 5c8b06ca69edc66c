import { readRecord, readText } from '../../core/wire/read-json.ts';
import { readExportRow } from './read-export-row.ts';
import { readMoment } from './read-values.ts';
import type { ReadRow } from './report.ts';
import { readV1Row } from './read-v1-row.ts';
import { readVhRow } from './read-vh-row.ts';

/** A line that is longer is no row of ours: players send 64 KiB at most. */
export const MAX_LINE_CHARACTERS = 1024 * 1024;

/**
 * Reads a row: the body of a request to a collector in the format `v1` or `vh`, or a line of the sandbox's export. A server
 * may add `userAgent`, the header of the request, and `receivedAt`, its own time. Undefined for what is none of these.
 */
export function readRow(value: unknown, viewerKey: string): ReadRow | undefined {
  const row = readRecord(value);
  if (!row) return undefined;
  const read = readFormat(row, viewerKey);
  if (!read?.report) return read;
  const userAgent = readText(row['userAgent'])?.slice(0, 512);
  const receivedAt = readMoment(row['receivedAt']);
  if (userAgent !== undefined) read.report.userAgent = userAgent;
  const { heardAt, sentAt } = read.report;
  if (receivedAt !== undefined) read.report.heardByServer = heardAt + receivedAt - sentAt;
  return read;
}

function readFormat(row: Readonly<Record<string, unknown>>, viewerKey: string): ReadRow | undefined {
  if (typeof row['record'] === 'string') return readExportRow(row, viewerKey);
  if (row['schema'] !== undefined) return readVhRow(row, viewerKey);
  if (row['session'] !== undefined) return readV1Row(row, viewerKey);
  return undefined;
}
