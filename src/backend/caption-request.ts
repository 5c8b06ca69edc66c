import { isLanguageTag, findCaptionFault, MAX_CAPTION_LENGTH } from '../core/caption-text.ts';
import { parseJson, readRecord, readText } from '../core/read-json.ts';
import { readBody } from './read-body.ts';

/** An author's change to one language of a video's captions. */
export type CaptionChange = 'put' | 'default' | 'delete';

/** The body of `POST /videos/{id}/captions`. */
export interface CaptionRequest {
  change: CaptionChange;
  language: string;
  /** WebVTT; with `put` only. */
  text: string;
  /** The claim of the upload's last grant. */
  claim: string | undefined;
}

/** A character of JSON may take six bytes. */
const MAX_BODY_BYTES = 6 * MAX_CAPTION_LENGTH;
const MAX_CLAIM_LENGTH = 256;
const CHANGES: readonly unknown[] = ['put', 'default', 'delete'] satisfies CaptionChange[];

/** Reads the body; undefined for an invalid one. */
export async function readCaptionRequest(request: Request): Promise<CaptionRequest | undefined> {
  const from = readRecord(parseJson(await readBody(request, MAX_BODY_BYTES)));
  const [change, language] = [from?.['action'], from?.['language']];
  if (!from || !CHANGES.includes(change) || !isLanguageTag(language)) return undefined;
  const [text = '', claim] = [readText(from['text']), readText(from['claim'])];
  if ((claim?.length ?? 0) > MAX_CLAIM_LENGTH) return undefined;
  if (change === 'put' && findCaptionFault(text)) return undefined;
  return { change: change as CaptionChange, language, text, claim };
}
