import { pageWide } from '../../core/page-wide.ts';
import type { PlaybackTrack } from '../../core/wire/playback.ts';
import type { PlaybackSource } from './playback-source.ts';
import { onCaptionChange } from '../../core/wire/caption-news.ts';
import type { FetchSource } from './playback-request.ts';

/**
 * Puts a playback's captions and chapters into the video as native tracks, until the signal aborts. None is fetched
 * before the viewer chooses it, or opens the list of chapters. Throws if the signal has aborted.
 */
export function addTracks(
  media: HTMLVideoElement,
  { captions, chapters }: Pick<PlaybackSource, 'captions' | 'chapters'>,
  signal: AbortSignal,
): void {
  signal.throwIfAborted();
  allowElsewhere(media, [...captions, ...chapters]);
  const elements = [
    ...captions.map((track) => toElement('captions', track)),
    ...chapters.map((track) => toElement('chapters', track)),
  ];
  media.append(...elements);
  removeAtEnd(elements, signal);
}

/** Adds, replaces or removes the captions of one language. The tracks of other languages stay as they are. */
function changeTracks(
  media: HTMLVideoElement,
  captions: readonly PlaybackTrack[],
  language: string,
  signal: AbortSignal,
): void {
  signal.throwIfAborted();
  const before = [...media.querySelectorAll('track')].filter(
    (one) => own.has(one) && one.kind === 'captions' && one.srclang === language,
  );
  const mode = before[0]?.track.mode ?? 'disabled';
  for (const element of before) element.remove();
  const present = captions.filter((track) => track.language === language);
  allowElsewhere(media, present);
  const elements = present.map((track) => toElement('captions', track));
  // The viewer has chosen already, or has watched without.
  for (const element of elements) element.default = false;
  media.append(...elements);
  for (const { track } of elements) track.mode = mode;
  removeAtEnd(elements, signal);
}

/** Tracks of another origin are fetched only by a video that asks with CORS. */
function allowElsewhere(media: HTMLVideoElement, tracks: readonly PlaybackTrack[]): void {
  const isElsewhere = ({ src }: PlaybackTrack) => new URL(src, document.baseURI).origin !== location.origin;
  if (tracks.some(isElsewhere)) media.crossOrigin ??= 'anonymous';
}

function removeAtEnd(elements: readonly HTMLTrackElement[], signal: AbortSignal): void {
  signal.addEventListener(
    'abort',
    () => {
      for (const element of elements) element.remove();
    },
    { once: true },
  );
}

/** Gives the tracks of another source their present addresses. Loaded ones stay as they are. */
export function renewTracks(
  media: HTMLVideoElement,
  { captions, chapters }: Pick<PlaybackSource, 'captions' | 'chapters'>,
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

/** The elements of playbacks; those of the page are its own. */
const own = pageWide('own-tracks/1', () => new WeakSet<HTMLTrackElement>());

function toElement(kind: 'captions' | 'chapters', track: PlaybackTrack): HTMLTrackElement {
  const element = document.createElement('track');
  element.kind = kind;
  element.srclang = track.language;
  element.label = track.label;
  element.default = track.default;
  element.src = track.src;
  own.add(element);
  return element;
}

/** The video whose captions may change. */
export interface FollowedCaptions {
  media: HTMLVideoElement;
  videoId: string;
  ask: FetchSource;
  signal: AbortSignal;
}

/**
 * Asks for the captions of a video again whenever this page has changed some, and brings the tracks up to date, until the
 * signal aborts. Without an answer they stay as they are.
 */
export function followCaptionNews({ media, videoId, ask, signal }: FollowedCaptions): void {
  const renew = async (language: string) => {
    const { captions } = await ask('captions', signal);
    changeTracks(media, captions, language, signal);
  };
  onCaptionChange(videoId, ({ language }) => void renew(language).catch(() => {}), signal);
}
