/** The corner of the picture in which the camera is seen: a film has no direction of reading. */
export type OverlayCorner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

/** All corners, as a person reads them. */
export const OVERLAY_CORNERS: readonly OverlayCorner[] = [
  'top-left',
  'top-right',
  'bottom-left',
  'bottom-right',
];

/** A width and a height. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** Shares of the picture's shorter side: the camera's, and its distance from the edges. */
const SIDE_SHARE = 0.28;
const MARGIN_SHARE = 0.03;

/** Where a camera's picture lies in another one. */
export function placeCamera(
  whole: Size,
  camera: Size,
  corner: OverlayCorner,
): Size & { x: number; y: number; radius: number } {
  const side = Math.min(whole.width, whole.height);
  const scale = (side * SIDE_SHARE) / Math.min(camera.width, camera.height);
  const [width, height] = [camera.width * scale, camera.height * scale];
  const margin = side * MARGIN_SHARE;
  return {
    ...{ width, height, radius: (side * SIDE_SHARE) / 8 },
    x: corner.endsWith('left') ? margin : whole.width - width - margin,
    y: corner.startsWith('top') ? margin : whole.height - height - margin,
  };
}

/** Pixels of the longer side: more is more than a browser encodes beside a call. */
const MAX_SIDE_PX = 1920;

/** The size of the film of a screen: even, as encoders want it. */
export function filmSize({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
