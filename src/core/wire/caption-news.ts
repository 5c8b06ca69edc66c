import { pageWide } from '../page-wide.ts';

/** A change that this page has made to the captions of a video. */
export interface CaptionChange {
  readonly videoId: string;
  readonly language: string;
}

const news = () =>
  pageWide('caption-news/1', () => ({
    /** The last change of each language, for players that load their video later than their page asked for its captions. */
    changes: new Map<string, CaptionChange>(),
    listeners: new Set<(change: CaptionChange) => void>(),
  }));

/** Notifies the players of this page that the captions of a video are others now. */
export function announceCaptionChange(change: CaptionChange): void {
  const { changes, listeners } = news();
  changes.set(`${change.videoId} ${change.language}`, change);
  for (const listener of listeners) listener(change);
}

/** Calls `listener` at each change of the captions of one video, past ones included, until the signal aborts. */
export function onCaptionChange(
  id: string,
  listener: (change: CaptionChange) => void,
  signal: AbortSignal,
): void {
  const { changes, listeners } = news();
  const hear = (change: CaptionChange) => {
    if (change.videoId === id) listener(change);
  };
  for (const change of changes.values()) hear(change);
  listeners.add(hear);
  signal.addEventListener('abort', () => listeners.delete(hear), { once: true });
}
