import type { Composition, Paint, Picture } from './composition.ts';
import { filmSize } from './place-camera.ts';

/** A browser's access to the single pictures of a track; the DOM's types lack it. */
interface FrameCode {
  readonly MediaStreamTrackProcessor: new (options: { track: MediaStreamTrack }) => {
    readonly readable: ReadableStream<VideoFrame>;
  };
  readonly MediaStreamTrackGenerator: new (options: { kind: 'video' }) => MediaStreamTrack & {
    readonly writable: WritableStream<VideoFrame>;
  };
}

/** Absent in browsers that have it in workers only, or not at all. */
export function frameCode(): FrameCode | undefined {
  const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = globalThis as Partial<FrameCode>;
  return MediaStreamTrackProcessor && MediaStreamTrackGenerator
    ? { MediaStreamTrackProcessor, MediaStreamTrackGenerator }
    : undefined;
}

/** Milliseconds between two pictures, with room for a clock that is early: thirty a second. */
const INTERVAL_MS = 1000 / 30 - 4;

/** Draws when a picture arrives, of whichever of the two: no timer, which a hidden page would slow down. */
export function overlayByFrames(
  { MediaStreamTrackProcessor, MediaStreamTrackGenerator }: FrameCode,
  screen: MediaStreamTrack,
  camera: MediaStreamTrack,
  paint: Paint,
): Composition {
  const track = new MediaStreamTrackGenerator({ kind: 'video' });
  const writer = track.writable.getWriter();
  const ended = new AbortController();
  const { signal } = ended;
  let below: VideoFrame | undefined;
  let above: VideoFrame | undefined;
  let context: OffscreenCanvasRenderingContext2D | null | undefined;
  let drawnAt = -Infinity;

  const draw = () => {
    const now = performance.now();
    if (!below || now - drawnAt < INTERVAL_MS || (writer.desiredSize ?? 0) <= 0) return;
    drawnAt = now;
    context ??= makeContext(below);
    if (!context) return;
    paint(context, pictureOf(below), above && pictureOf(above));
    // Without alpha: a recorder would encode that as a second picture.
    const frame = new VideoFrame(context.canvas, { timestamp: now * 1000, alpha: 'discard' });
    writer.write(frame).catch(() => frame.close());
  };
  const follow = async (source: MediaStreamTrack, take: (frame: VideoFrame | undefined) => void) => {
    const reader = new MediaStreamTrackProcessor({ track: source }).readable.getReader();
    const stop = () => void reader.cancel().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    for (;;) {
      const { value } = await reader.read();
      if (signal.aborted) return value?.close();
      take(value);
      draw();
      if (!value) return;
    }
  };
  void follow(screen, (frame) => {
    below?.close();
    below = frame;
  }).catch(() => {});
  void follow(camera, (frame) => {
    above?.close();
    above = frame;
  }).catch(() => {});
  return {
    track,
    close: () => {
      ended.abort();
      below?.close();
      above?.close();
      below = above = undefined;
      void writer.close().catch(() => {});
    },
  };
}

function makeContext({ displayWidth, displayHeight }: VideoFrame): OffscreenCanvasRenderingContext2D | null {
  const { width, height } = filmSize({ width: displayWidth, height: displayHeight });
  return new OffscreenCanvas(width, height).getContext('2d', { alpha: false });
}

const pictureOf = (image: VideoFrame): Picture => ({
  ...{ image, width: image.displayWidth, height: image.displayHeight },
});
