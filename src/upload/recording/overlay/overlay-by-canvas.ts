import type { Composition, Paint, Picture } from './composition.ts';
import { filmSize } from './place-camera.ts';

const PICTURES_PER_SECOND = 30;
/** Milliseconds between two pictures, with room for a clock that is early. */
const INTERVAL_MS = 1000 / PICTURES_PER_SECOND - 4;
/** Until the browser knows the screen's. */
const FIRST_SIZE = { width: 1280, height: 720 };

/** Draws both by their `<video>` elements, thirty times a second. */
export function overlayByCanvas(
  screen: MediaStreamTrack,
  camera: MediaStreamTrack,
  paint: Paint,
): Composition {
  const { width = FIRST_SIZE.width, height = FIRST_SIZE.height } = screen.getSettings();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, filmSize({ width, height }));
  const context = canvas.getContext('2d', { alpha: false });
  const [below, above] = [show(screen), show(camera)];
  const ended = new AbortController();
  let drawnAt = -Infinity;
  const draw = () => {
    const now = performance.now();
    if (!context || now - drawnAt < INTERVAL_MS) return;
    drawnAt = now;
    paint(context, pictureOf(below), pictureOf(above));
  };
  draw();
  const [track] = canvas.captureStream(PICTURES_PER_SECOND).getVideoTracks();
  if (!track) throw new DOMException('A canvas cannot be recorded.', 'NotSupportedError');
  tick(draw, ended.signal);
  return {
    track,
    close: () => {
      ended.abort();
      below.srcObject = above.srcObject = null;
    },
  };
}

/**
 * Calls a listener thirty times a second. A hidden page has its timers slowed down to one a second: the sound's own clock goes on,
 * where there is an output for sound.
 */
function tick(listener: () => void, signal: AbortSignal): void {
  const timer = setInterval(listener, 1000 / PICTURES_PER_SECOND);
  const context = new AudioContext();
  const next = () => {
    if (signal.aborted) return;
    const silence = context.createConstantSource();
    silence.offset.value = 0;
    silence.onended = () => {
      silence.disconnect();
      listener();
      next();
    };
    silence.connect(context.destination);
    silence.start();
    silence.stop(context.currentTime + 1 / PICTURES_PER_SECOND);
  };
  next();
  const stop = () => {
    clearInterval(timer);
    void context.close().catch(() => {});
  };
  signal.addEventListener('abort', stop, { once: true });
}

function show(track: MediaStreamTrack): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  video.play().catch(() => {});
  return video;
}

function pictureOf(video: HTMLVideoElement): Picture | undefined {
  const { videoWidth: width, videoHeight: height } = video;
  return video.readyState >= video.HAVE_CURRENT_DATA && width > 0
    ? { image: video, width, height }
    : undefined;
}
