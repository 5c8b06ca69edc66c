import type { Paint, Picture } from './composition.ts';
import { placeCamera, type OverlayCorner } from './place-camera.ts';
import { overlayByCanvas } from './overlay-by-canvas.ts';
import { frameCode, overlayByFrames } from './overlay-by-frames.ts';

/** A screen's picture with a camera's in one of its corners. */
export interface CameraOverlay {
  /** The one picture, and the sound of the first stream. */
  readonly stream: MediaStream;
  /** Moves the camera to another corner. */
  move: (corner: OverlayCorner) => void;
  close: () => void;
}

/** Lays a camera's picture over a screen's. A camera that ends goes out of the picture, and the screen goes on. */
export function overlayCamera(
  screen: MediaStream,
  camera: MediaStream,
  corner: OverlayCorner,
): CameraOverlay {
  const [below, above] = [screen.getVideoTracks()[0], camera.getVideoTracks()[0]];
  if (!below || !above) throw new DOMException('There is no picture.', 'NotFoundError');
  let present = corner;
  const paint: Paint = (context, behind, front) => {
    const { width, height } = context.canvas;
    context.fillStyle = '#000';
    context.fillRect(0, 0, width, height);
    // The shared window may have another shape by now: all of it is seen.
    if (behind) drawWhole(context, behind);
    if (front && above.readyState === 'live') drawCamera(context, front, present);
  };
  const code = frameCode();
  const { track, close } = code
    ? overlayByFrames(code, below, above, paint)
    : overlayByCanvas(below, above, paint);
  return {
    stream: new MediaStream([track, ...screen.getAudioTracks()]),
    move: (next) => (present = next),
    close: () => {
      close();
      track.stop();
    },
  };
}

function drawWhole(context: Parameters<Paint>[0], { image, width, height }: Picture): void {
  const { canvas } = context;
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const [across, down] = [width * scale, height * scale];
  context.drawImage(image, (canvas.width - across) / 2, (canvas.height - down) / 2, across, down);
}

function drawCamera(context: Parameters<Paint>[0], picture: Picture, corner: OverlayCorner): void {
  const { x, y, width, height, radius } = placeCamera(context.canvas, picture, corner);
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.save();
  context.clip();
  context.drawImage(picture.image, x, y, width, height);
  context.restore();
  // Told apart from a screen of any colour.
  context.lineWidth = Math.max(2, radius / 6);
  context.strokeStyle = '#fff';
  context.stroke();
  context.restore();
}
