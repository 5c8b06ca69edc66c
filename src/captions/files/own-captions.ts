import { MAX_FILE } from '../../core/caption-files/cues/cue-file.ts';
import { decodeCaptions } from '../../core/caption-files/decode-captions.ts';
import { toWebVttFile } from '../../core/caption-files/read-captions.ts';
import { readWebVtt, type VttFileCue } from '../../core/caption-files/webvtt/read-webvtt.ts';
import { isWebVtt } from '../../core/wire/caption-text.ts';
import { runInSlices } from '../../core/async/slices.ts';
import { convertedUrls } from './unreadable-tracks.ts';

/** The language of captions that a viewer has opened: a private tag, beside which those of the page stay what they are. */
export const OWN_LANGUAGE = 'und-x-own';
const MAX_LABEL = 100;
/** Each ends when its media play something else, or another file is opened. */
const lives = new WeakMap<HTMLVideoElement, AbortController>();

/** The cues of a viewer's file, WebVTT, SubRip or TTML; undefined where there are none. Nothing of it leaves the device. */
export async function readOwnCaptions(file: Blob): Promise<readonly VttFileCue[] | undefined> {
  if (file.size > MAX_FILE) return undefined;
  const source = decodeCaptions(new Uint8Array(await file.arrayBuffer()));
  const text = isWebVtt(source) ? source : await toWebVttFile(source);
  const read = text === undefined ? undefined : await runInSlices(readWebVtt(text));
  return read && read.cues.length > 0 ? read.cues : undefined;
}

/** Gives media a track of these cues, until they play something else or another file is opened. */
export async function addOwnCaptions(
  media: HTMLVideoElement,
  name: string,
  cues: readonly VttFileCue[],
): Promise<void> {
  lives.get(media)?.abort();
  const life = new AbortController();
  const { signal } = life;
  lives.set(media, life);
  const element = document.createElement('track');
  // A track without a file counts as one that failed to load.
  const empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
  convertedUrls.add(empty);
  const label = name.replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL);
  Object.assign(element, { kind: 'captions', srclang: OWN_LANGUAGE, label, src: empty });
  const loaded = new Promise<unknown>((resolve) => {
    for (const type of ['load', 'error']) element.addEventListener(type, resolve, { once: true });
  });
  media.append(element);
  signal.addEventListener('abort', () => element.remove(), { once: true });
  media.addEventListener('emptied', () => life.abort(), { signal });
  element.track.mode = 'hidden';
  // A browser may remove cues added sooner when it has read the empty file.
  await loaded;
  URL.revokeObjectURL(empty);
  convertedUrls.delete(empty);
  // Something else plays meanwhile.
  if (signal.aborted) return;
  for (const cue of cues) element.track.addCue(toCue(cue));
}

function toCue({ id, startTime, endTime, text, region, ...settings }: VttFileCue): VTTCue {
  const cue = new VTTCue(startTime, endTime, text);
  const { lineAlign, positionAlign, ...common } = settings;
  Object.assign(cue, { id, ...common });
  // Not every engine has these.
  if ('lineAlign' in cue) Object.assign(cue, { lineAlign, positionAlign });
  if (region && 'VTTRegion' in globalThis) cue.region = Object.assign(new VTTRegion(), region);
  return cue;
}
