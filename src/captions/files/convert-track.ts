import { readBodyText } from '../../core/wire/read-body-text.ts';
import { isWebVtt } from '../../core/wire/caption-text.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { convertedUrls } from './unreadable-tracks.ts';
import { MAX_FILE } from '../../core/caption-files/cues/cue-file.ts';
import { toWebVttFile } from '../../core/caption-files/read-captions.ts';

const TIMEOUT_MS = 20_000;

/**
 * Converts the file of a `<track>` to WebVTT after the browser could not read it, and loads it again after a network
 * failure. Throws `captions-unreadable` when the file holds no captions; the video keeps playing.
 */
export async function convertTrack(track: HTMLTrackElement): Promise<void> {
  const { src } = track;
  // A converted file that fails is not tried again.
  if (convertedUrls.has(src)) throw unreadable(track);
  const text = await fetchText(track, src);
  const file = isWebVtt(text) ? text : await toWebVttFile(text);
  // The track has another file by now, or was removed.
  if (track.src !== src || !track.isConnected) return;
  if (file === undefined) throw unreadable(track);
  const address = URL.createObjectURL(new Blob([file], { type: 'text/vtt' }));
  convertedUrls.add(address);
  const release = () => {
    track.removeEventListener('load', release);
    track.removeEventListener('error', release);
    URL.revokeObjectURL(address);
  };
  track.addEventListener('load', release);
  track.addEventListener('error', release);
  track.src = address;
}

async function fetchText(track: HTMLTrackElement, src: string): Promise<string> {
  const { parentElement: media } = track;
  const isOpen = media instanceof HTMLMediaElement && media.crossOrigin === 'use-credentials';
  let status: number | undefined;
  try {
    const answer = await fetch(src, {
      credentials: isOpen ? 'include' : 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = answer.status;
    const text = answer.ok ? await readBodyText(answer, MAX_FILE) : undefined;
    if (text !== undefined) return text;
  } catch (cause) {
    throw unreadable(track, { cause });
  }
  throw unreadable(track, { status });
}

/** Without the address, which may hold a token. */
function unreadable({ label, srclang }: HTMLTrackElement, details = {}): VhError {
  const name = [label, srclang && `(${srclang})`].filter(Boolean).join(' ') || 'without a name';
  return new VhError('captions-unreadable', `The track ${name.slice(0, 100)} could not be read.`, details);
}
