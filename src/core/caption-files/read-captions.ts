import { toWebVtt, type FileCue } from './cue-file.ts';
import { isSrt, readSrt } from './read-srt.ts';
import { isTtml, readTtml } from './read-ttml.ts';

/** A file of captions in another format as WebVTT; undefined for what is none, or has no cue. */
export function toWebVttFile(text: string): string | undefined {
  const cues = readCaptions(text.replace(/^\ufeff/, ''));
  return cues.length === 0 ? undefined : toWebVtt(cues);
}

/** The cues of SubRip and TTML. */
export function readCaptions(text: string): FileCue[] {
  if (isTtml(text)) return readTtml(text);
  return isSrt(text) ? readSrt(text) : [];
}
