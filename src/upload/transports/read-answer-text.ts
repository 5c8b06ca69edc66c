import { readBodyText } from '../../core/wire/read-body-text.ts';
import type { HttpAnswer } from '../ports/http-sender.ts';

/** The largest answer that is read: a service's answer about a video or a fault has a few hundred bytes. */
export const MAX_ANSWER_BYTES = 2 ** 20;

/** The text of an answer; empty for one that is too large. */
export function readAnswerText(answer: Response): Promise<string | undefined> {
  return readBodyText(answer, MAX_ANSWER_BYTES);
}

/** A response as a sender gives it. */
export function toAnswer(response: Response): HttpAnswer {
  const { ok, status, headers } = response;
  return {
    ...{ ok, status, headers },
    text: async () => (await readAnswerText(response)) ?? '',
    // Not waited for: where the page has cloned the response, as monitors do, that takes as long as the clone lives.
    cancel: () => void response.body?.cancel().catch(() => {}),
  };
}
