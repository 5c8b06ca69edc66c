import type { SkinContext } from './control.ts';

/** Frames per second of a film that does not say. */
const USUAL_RATE = 30;

/** What is known of the frame that shows. */
interface Frame {
  /** Seconds: when it begins. */
  start: number;
  /** Seconds: where the video stands on it. */
  time: number;
}

/** How a film has answered so far. */
interface Steps {
  source: string;
  /** Seconds from one frame to the next, as seen. */
  length: number | undefined;
  frame: Frame | undefined;
}

const known = new WeakMap<HTMLVideoElement, Steps>();

/**
 * Shows the next frame, or the one before. It seeks into the middle of that frame: a time is never as exact as its edge. How
 * long frames are is seen from those that were shown.
 */
export function stepFrame({ media, host, timeline }: SkinContext, direction: 1 | -1): void {
  const steps = stepsOf(media);
  const length = steps.length ?? 1 / (host.currentQuality?.frameRate ?? USUAL_RATE);
  const time = timeline.time;
  const isKnown = steps.frame !== undefined && Math.abs(steps.frame.time - time) < 1e-3;
  const start = isKnown && steps.frame ? steps.frame.start : Math.floor(time / length + 1e-3) * length;
  const goal = start + length * (direction > 0 ? 1.5 : -0.5);
  steps.frame = undefined;
  // Some browsers do not tell which frame shows; the usual rate has to do there.
  const follow: Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>> = media;
  follow.requestVideoFrameCallback?.call(media, (_now, { mediaTime }) => {
    // Another jump was made meanwhile.
    if (Math.abs(media.currentTime - goal) > length) return;
    const seen = Math.abs(mediaTime - start);
    if (isKnown && seen > 1e-3 && seen < 2 * length) steps.length = seen;
    steps.frame = { start: mediaTime, time: media.currentTime };
  });
  timeline.seekTo(goal);
}

function stepsOf(media: HTMLVideoElement): Steps {
  const source = media.currentSrc;
  const steps = known.get(media);
  if (steps?.source === source) return steps;
  const fresh: Steps = { source, length: undefined, frame: undefined };
  known.set(media, fresh);
  return fresh;
}
