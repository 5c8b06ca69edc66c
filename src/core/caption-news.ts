/** A change that this page has made to the captions of a video. */
export interface CaptionChange {
  readonly videoId: string;
  readonly language: string;
}

const listeners = new Set<(change: CaptionChange) => void>();

/** Tells the players of this page that the captions of a video are others now. */
export function tellCaptionChange(change: CaptionChange): void {
  for (const listener of listeners) listener(change);
}

/** Calls `listener` at each change of the captions of one video, until the signal aborts. */
export function onCaptionChange(
  id: string,
  listener: (change: CaptionChange) => void,
  signal: AbortSignal,
): void {
  const hear = (change: CaptionChange) => {
    if (change.videoId === id) listener(change);
  };
  listeners.add(hear);
  signal.addEventListener('abort', () => listeners.delete(hear), { once: true });
}
