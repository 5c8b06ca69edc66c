/** Characters: longer captions are refused, here as in the backend. */
export const MAX_CAPTION_LENGTH = 1_000_000;

/** Why a text cannot be the captions of a video. */
export type CaptionTextFault = 'too-long' | 'not-webvtt' | 'no-cue';

/** Looks at a text that is to be captions: WebVTT with at least one cue. Undefined when it may be sent. */
export function findCaptionFault(text: string): CaptionTextFault | undefined {
  if (text.length > MAX_CAPTION_LENGTH) return 'too-long';
  if (!/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(text) || text.includes('\0')) return 'not-webvtt';
  return TIMING.test(text) ? undefined : 'no-cue';
}

/** WebVTT as it is; SubRip, which most editors write, as WebVTT. Anything else comes back unchanged. */
export function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.startsWith('WEBVTT') || !SUBRIP_TIMING.test(plain)) return plain;
  const lines = plain.split(/\r\n|\r|\n/).map((line) => {
    const [, from, to] = SUBRIP_TIMING.exec(line) ?? [];
    return from === undefined || to === undefined ? line : `${point(from)} --> ${point(to)}`;
  });
  return `WEBVTT\n\n${lines.join('\n').trim()}\n`;
}

const TIMING =
  /^(?:\d{2,6}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]+-->[ \t]+(?:\d{2,6}:)?[0-5]\d:[0-5]\d\.\d{3}(?:[ \t]|$)/m;
const SUBRIP_TIMING = /^(\d{1,3}:\d\d:\d\d[,.]\d{1,3})[ \t]*-->[ \t]*(\d{1,3}:\d\d:\d\d[,.]\d{1,3})/m;

/** A time of SubRip as WebVTT writes it: two digits for hours, three behind the point. */
function point(time: string): string {
  const [clock = '', part = ''] = time.split(/[,.]/);
  return `${clock.padStart(8, '0')}.${part.padEnd(3, '0')}`;
}

/** True for a language tag that may stand in a path: `en`, `pt-BR`, `zh-Hans`. */
export function isLanguageTag(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(value);
}
