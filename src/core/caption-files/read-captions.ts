import { runInSlices, type Slices } from '../async/slices.ts';
import { toWebVtt, type FileCue } from './cues/cue-file.ts';
import { isSrt, readSrt } from './read-srt.ts';
import { isTtml, readTtml } from './ttml/read-ttml.ts';

/** Converts a caption file to WebVTT without blocking the page; undefined without a known format or a cue. */
export function toWebVttFile(text: string, signal?: AbortSignal): Promise<string | undefined> {
  return runInSlices(convertCaptions(text), signal);
}

/** The same, as work that can be cut. */
export function* convertCaptions(text: string): Slices<string | undefined> {
  const file = yield* toWebVtt(yield* readCaptions(text));
  // Cues without a word are left out, and an arrow is there in no text.
  return file.includes('-->') ? file : undefined;
}

/** The cues of SubRip and TTML. */
export function* readCaptions(text: string): Slices<FileCue[]> {
  if (isTtml(text)) return yield* readTtml(text);
  return isSrt(text) ? yield* readSrt(text) : [];
}
