/** Characters: longer captions are refused, here as in the backend. */
export const MAX_CAPTION_LENGTH = 1_000_000;

/** Why a text cannot be the captions of a video. */
export type CaptionTextFault = 'too-long' | 'not-webvtt' | 'no-cue';

/** Looks at a text that is to be captions: WebVTT with at least one cue. Undefined when it may be sent. */
export function findCaptionFault(text: string): CaptionTextFault | undefined {
  if (text.length > MAX_CAPTION_LENGTH) return 'too-long';
  if (!isWebVtt(text) || text.includes('\0')) return 'not-webvtt';
  return TIMING.test(text) ? undefined : 'no-cue';
}

/** True for a text that begins as WebVTT does. */
export function isWebVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

const TIMING =
  /^[ \t]*(?:\d{1,6}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]*-->[ \t]*(?:\d{1,6}:)?[0-5]\d:[0-5]\d\.\d{3}(?!\d)/m;

/** True for a language tag that may stand in a path: `en`, `pt-BR`, `zh-Hans`. */
export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(value);
}
