import { announceCaptionChange } from '../core/wire/caption-news.ts';
import { findCaptionFault, isLanguageTag, isWebVtt } from '../core/wire/caption-text.ts';
import { requireId } from '../core/wire/id.ts';
import { VhError } from '../core/errors/vh-error.ts';
import { refusedAs, requestBackend, type RequestOptions } from './request.ts';

/** An author's change to the captions of their video. */
export type CaptionChangeQuestion = {
  videoId: string;
  /** A language tag: `en`, `pt-BR`. */
  language: string;
  /** The `claim` of the upload's grant; not needed where the site's `authorize` names the video. */
  claim?: string | undefined;
} & (
  | {
      /** Adds the captions, or replaces those of this language. */
      change: 'put';
      /** WebVTT, SubRip or TTML. */
      text: string;
    }
  | {
      /** Makes them the default captions, or deletes them. */
      change: 'default' | 'delete';
    }
);

const FAULTS = {
  'too-long': 'The captions have more than a million characters.',
  'not-webvtt': 'The captions are neither WebVTT nor SubRip nor TTML.',
  'no-cue': 'The captions have no cue with a time that can be read.',
} as const;

/** Looks at the captions, as the backend will, and asks it for the change. */
export async function changeCaptions(
  backend: string,
  question: CaptionChangeQuestion,
  options?: RequestOptions,
): Promise<void> {
  const { videoId, language, claim, change } = question;
  if (!isLanguageTag(language))
    throw new VhError('invalid-use', 'A language is a tag, such as "en" or "pt-BR".');
  const text = change === 'put' ? await toWebVtt(question.text) : undefined;
  const fault = text === undefined ? undefined : findCaptionFault(text);
  if (fault) throw new VhError('captions-unreadable', FAULTS[fault]);
  const query = new URLSearchParams({ action: change, language });
  const path = `/videos/${requireId(videoId)}/captions?${query.toString()}`;
  // Not in the body: the backend decides before it reads one that may be megabytes.
  const headers = claim === undefined ? {} : { 'x-vh-claim': claim };
  const request = { what: 'The change of captions', headers, body: { text } };
  await requestBackend(backend, path, request, options).catch(
    refusedAs('request-refused', 'grant-refused', 'token-invalid'),
  );
  announceCaptionChange({ videoId, language });
}

/** Converts another format to WebVTT; returns the text of an unknown format unchanged. */
async function toWebVtt(text: string): Promise<string> {
  if (isWebVtt(text)) return text;
  const { toWebVttFile } = await import('../core/caption-files/read-captions.ts');
  return (await toWebVttFile(text)) ?? text;
}
