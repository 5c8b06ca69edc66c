import { nothing } from 'lit';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';
import { managesSources } from '../../../../playback/index.ts';

/** Two keys that go from frame to frame while the video is paused. */
export class FrameStepControl implements Control {
  readonly name = 'frame-step';
  readonly place = 'transport';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[] = [
    {
      keys: [',', '.'],
      actions: ['previousFrame', 'nextFrame'],
      shown: ', .',
      word: 'frameByFrame',
      act: (key) => this.#step(key === ',' ? -1 : 1),
    },
  ];

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** Where there is a picture, and something to seek in. */
  get keys(): readonly KeyBinding[] {
    const { media, timeline } = this.#skin;
    return media.videoWidth > 0 && timeline.range ? this.#keys : [];
  }

  render(): typeof nothing {
    return nothing;
  }

  #step(direction: 1 | -1): void {
    if (this.#skin.media.paused) void stepFrame(this.#skin, direction);
  }
}

/** Frames per second while unknown: few films have more, and a further step reaches the next frame of a slower one. */
const [MOST, USUAL] = [60, 30];
/** Seconds by which a frame may begin before the time at which it shows; a larger difference comes from another clock. */
const NEAR_S = 0.5;
/** Seconds: times nearer than this are the same. */
const SAME_S = 1e-3;
/** Seconds: beside the edge of a frame. */
const ASIDE_S = 2e-3;
/** Each try goes half as far again, and so leaves no frame out. */
const [TRIES, FURTHER] = [9, 1.5];
/** A browser that reports which frame it shows does so soon after a seek. */
const TELLS_MS = 250;

/** Known facts of a film's frames. */
interface Frames {
  source: string;
  /** Seconds: the shortest that was seen. */
  length: number;
  /** Seconds: when the one that shows begins, and where the video stands on it. */
  shown: { start: number; time: number } | undefined;
}

const known = new WeakMap<HTMLVideoElement, Frames>();
const stepping = new WeakSet<HTMLVideoElement>();

/**
 * Shows the next frame, or the one before. It seeks into the middle of a frame: a time is never as exact as its edge.
 */
async function stepFrame(skin: SkinContext, direction: 1 | -1): Promise<void> {
  const { media, host, timeline } = skin;
  const rate = host.currentQuality?.frameRate;
  // WebKit reports frames that it does not show, or none.
  if (managesSources()) return timeline.seekBy(direction / (rate ?? USUAL));
  if (stepping.has(media)) return;
  stepping.add(media);
  const frames = framesOf(media, 1 / (rate ?? MOST));
  try {
    const isKnown = frames.shown && Math.abs(frames.shown.time - timeline.time) < SAME_S;
    const start = isKnown ? frames.shown?.start : await show(skin, timeline.time + ASIDE_S, frames);
    if (start === undefined) return timeline.seekBy(direction / (rate ?? USUAL));
    let { length } = frames;
    for (let tries = 0; tries < TRIES; tries++, length *= FURTHER) {
      const goal = start + length * (direction > 0 ? 1.5 : -0.5);
      const seen = await show(skin, goal, frames);
      const { start: first = 0, end = 0 } = timeline.range ?? {};
      if (seen === undefined || goal <= first || goal >= end) return;
      if (Math.abs(seen - start) < SAME_S) continue;
      if (direction > 0) frames.length = Math.min(frames.length * FURTHER ** tries, seen - start);
      return;
    }
  } finally {
    stepping.delete(media);
  }
}

/**
 * Goes there, and gives the second at which the frame begins that shows then; undefined where the browser does not
 * say.
 */
async function show(
  { media, timeline }: SkinContext,
  time: number,
  frames: Frames,
): Promise<number | undefined> {
  const reported: Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback'>> = media;
  const frame = new Promise<number>((resolve) => {
    reported.requestVideoFrameCallback?.call(media, (_now, { mediaTime }) => resolve(mediaTime));
  });
  const life = new AbortController();
  const there = new Promise((resolve) => {
    for (const type of ['seeked', 'emptied']) media.addEventListener(type, resolve, { signal: life.signal });
  });
  timeline.seekTo(time);
  await there;
  life.abort();
  const soon = AbortSignal.timeout(TELLS_MS);
  const silence = new Promise<undefined>((resolve) => (soon.onabort = () => resolve(undefined)));
  const start = await Promise.race([frame, silence]);
  const { currentTime } = media;
  const distance = Math.abs((start ?? NaN) - currentTime);
  // Firefox reports where it went, and not where the frame begins.
  const isReported = start !== undefined && distance < NEAR_S && distance > SAME_S;
  frames.shown = isReported ? { start, time: currentTime } : undefined;
  return frames.shown?.start;
}

function framesOf(media: HTMLVideoElement, length: number): Frames {
  const source = media.currentSrc;
  const frames = known.get(media);
  if (frames?.source === source) return frames;
  const fresh: Frames = { source, length, shown: undefined };
  known.set(media, fresh);
  return fresh;
}
