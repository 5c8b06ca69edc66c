import { readBodyText } from '../../core/wire/read-body-text.ts';

/** The largest answer that is read: what a service says of a video, or of what is wrong, is a few hundred bytes. */
export const MAX_ANSWER_BYTES = 2 ** 20;

/** The text of an answer; empty for one that is too large. */
export function readAnswerText(answer: Response): Promise<string | undefined> {
  return readBodyText(answer, MAX_ANSWER_BYTES);
}
