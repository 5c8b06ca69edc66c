import { readBodyText } from '../../core/wire/read-body-text.ts';

/** The largest answer that is read: a service's answer about a video or a fault has a few hundred bytes. */
export const MAX_ANSWER_BYTES = 2 ** 20;

/** The text of an answer; empty for one that is too large. */
export function readAnswerText(answer: Response): Promise<string | undefined> {
  return readBodyText(answer, MAX_ANSWER_BYTES);
}
