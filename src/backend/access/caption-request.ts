import { isLanguageTag, findCaptionFault, MAX_CAPTION_LENGTH } from '../../core/wire/caption-text.ts';
import { parseJson, readRecord, readText } from '../../core/wire/read-json.ts';
import { readBody } from '../http/read-body.ts';

/** An author's change to one language of a video's captions. */
export type CaptionChange = 'put' | 'default' | 'delete';

/** What `POST /videos/{id}/captions` asks for, by its query: the site decides before the body is read. */
export interface CaptionQuestion {
  change: CaptionChange;
  language: string;
}

/** Its body. */
export interface CaptionBody {
  /** WebVTT; with `put` only. */
  text: string;
  /** The claim of the upload's last grant. */
  claim: string | undefined;
}

/** A character of JSON may take six bytes. */
const MAX_BODY_BYTES = 6 * MAX_CAPTION_LENGTH;
const MAX_CLAIM_LENGTH = 256;
const CHANGES: readonly unknown[] = ['put', 'default', 'delete'] satisfies CaptionChange[];

/** Reads the query; undefined for an invalid one. */
export function readCaptionQuestion(request: Request): CaptionQuestion | undefined {
  const query = new URL(request.url).searchParams;
  const [change, language] = [query.get('action'), query.get('language')];
  if (!CHANGES.includes(change) || !isLanguageTag(language)) return undefined;
  return { change: change as CaptionChange, language };
}

/** Reads the body; undefined for an invalid one. */
export async function readCaptionBody(
  request: Request,
  change: CaptionChange,
): Promise<CaptionBody | undefined> {
  // A visitor who leaves in the middle of it is no fault of the site's.
  const sent = await readBody(request, MAX_BODY_BYTES).catch(() => undefined);
  const from = readRecord(parseJson(sent));
  if (!from) return undefined;
  const [text = '', claim] = [readText(from['text']), readText(from['claim'])];
  if ((claim?.length ?? 0) > MAX_CLAIM_LENGTH) return undefined;
  if (change === 'put' && findCaptionFault(text)) return undefined;
  return { text, claim };
}
