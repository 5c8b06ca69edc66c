import type { PlaybackTrack } from '../core/playback.ts';
import type { Viewing } from './viewing.ts';

/**
 * Puts a playback's captions and chapters into the video as native tracks, until the signal aborts. None is fetched
 * before somebody chooses it, or wants the list of chapters. Throws if the signal has aborted.
 */
export function addTracks(
  media: HTMLVideoElement,
  { captions, chapters }: Pick<Viewing, 'captions' | 'chapters'>,
  signal: AbortSignal,
): void {
  signal.throwIfAborted();
  const isElsewhere = ({ src }: PlaybackTrack) => new URL(src, document.baseURI).origin !== location.origin;
  // Tracks of another origin are fetched only by a video that asks with CORS.
  if ([...captions, ...chapters].some(isElsewhere)) media.crossOrigin ??= 'anonymous';
  const elements = [
    ...captions.map((track) => toElement('captions', track)),
    ...chapters.map((track) => toElement('chapters', track)),
  ];
  media.append(...elements);
  signal.addEventListener(
    'abort',
    () => {
      for (const element of elements) element.remove();
    },
    { once: true },
  );
}

/** Gives the tracks of another viewing their present addresses. What is loaded stays as it is. */
export function renewTracks(
  media: HTMLVideoElement,
  { captions, chapters }: Pick<Viewing, 'captions' | 'chapters'>,
): void {
  const elements = [...media.querySelectorAll('track')];
  const renew = (kind: 'captions' | 'chapters', { src, language, label }: PlaybackTrack) => {
    const element = elements.find(
      (one) => one.kind === kind && one.srclang === language && one.label === label,
    );
    if (element && element.readyState === HTMLTrackElement.NONE) element.src = src;
  };
  for (const track of captions) renew('captions', track);
  for (const track of chapters) renew('chapters', track);
}

function toElement(kind: 'captions' | 'chapters', track: PlaybackTrack): HTMLTrackElement {
  const element = document.createElement('track');
  element.kind = kind;
  element.srclang = track.language;
  element.label = track.label;
  element.default = track.default;
  element.src = track.src;
  return element;
}
