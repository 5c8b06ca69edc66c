import { isLanguageTag, findCaptionFault, MAX_CAPTION_LENGTH } from '../../core/wire/caption-text.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import { readBody } from '../http/read-body.ts';
import { readClaim } from './claim-header.ts';

/** An author's change to one language of a video's captions. */
export type CaptionChange = 'put' | 'default' | 'delete';

/** What `POST /videos/{id}/captions` asks for, by its query and its headers: all is decided before the body is read. */
export interface CaptionQuestion {
  change: CaptionChange;
  language: string;
  /** The claim of the upload's last grant. */
  claim: string | undefined;
}

/** A character of JSON may take six bytes. */
const MAX_BODY_BYTES = 6 * MAX_CAPTION_LENGTH;
const CHANGES: readonly unknown[] = ['put', 'default', 'delete'] satisfies CaptionChange[];

/** Reads the query and the claim; undefined for an invalid one. */
export function readCaptionQuestion(request: Request): CaptionQuestion | undefined {
  const query = new URL(request.url).searchParams;
  const [change, language] = [query.get('action'), query.get('language')];
  if (!CHANGES.includes(change) || !isLanguageTag(language)) return undefined;
  const claim = readClaim(request);
  if (claim === false) return undefined;
  return { change: change as CaptionChange, language, claim };
}

/** Reads the text of the body: WebVTT with `put`, and empty otherwise. Undefined for an invalid one. */
export async function readCaptionText(request: Request, change: CaptionChange): Promise<string | undefined> {
  // A visitor who leaves in the middle of it is no fault of the site's.
  const sent = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
  const from = readRecord(parseJson(sent));
  if (!from) return undefined;
  const text = readText(from['text']) ?? '';
  return change === 'put' && findCaptionFault(text) ? undefined : text;
}
