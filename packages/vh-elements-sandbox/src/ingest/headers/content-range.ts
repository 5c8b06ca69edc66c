import { Problem } from '../../http/problem.ts';

/** Which piece of the file a request brings. */
export type ContentRange =
  | { form: 'parts'; part: number; total: number | undefined }
  | { form: 'bytes'; from: number; to: number; total: number | undefined };

const PART = /^part (\d{1,15})\/(\d{1,15}|\*)$/;
const BYTES = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/;

/** The header, in both of its forms. */
export const CONTENT_RANGE = {
  name: 'Content-Range',
  schema: { type: 'string', pattern: `${PART.source}|${BYTES.source}` },
  description:
    'Which piece of the film it is: `part 2/5`, `part 2/*` while the number of parts is not known, or `bytes 0-5242879/10485760`. Without it, the file is whole.',
} as const;

/** Reads the header in either of its forms; nothing where there is no header. */
export function parseContentRange(header: string | undefined): ContentRange | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const part = PART.exec(text);
  if (part) return { form: 'parts', part: Number(part[1]), total: readTotal(part[2]) };
  const bytes = BYTES.exec(text);
  if (bytes)
    return { form: 'bytes', from: Number(bytes[1]), to: Number(bytes[2]), total: readTotal(bytes[3]) };
  throw new Problem('video-content-range-malformed', { name: 'Content-Range' });
}

function readTotal(text: string | undefined): number | undefined {
  return text === undefined || text === '*' ? undefined : Number(text);
}
