import type { Length, Placement } from '../../store/media/edits.ts';

/** Makes both sides of a picture even, as the encoding wants them. */
export const EVEN = 'scale=trunc(iw/2)*2:trunc(ih/2)*2,setsar=1';

/** The size of a picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * How ffmpeg lays pictures over a video, its inputs from 1 on, one over the other; the result is called `[out]`. The
 * placements are numbers that were checked, so nothing of a client's text gets in here.
 */
export function watermarkFilter(placements: readonly Placement[], frame: PictureSize): string {
  const steps = placements.flatMap((placement, index) => {
    const under = index === 0 ? '[0:v:0]' : `[laid${String(index - 1)}]`;
    const over = `[mark${String(index)}]`;
    const laid = index === placements.length - 1 ? `,${EVEN}[out]` : `[laid${String(index)}]`;
    const { left, right, top, bottom } = placement;
    const x = offset(left, right, frame.width, 'main_w-overlay_w');
    const y = offset(top, bottom, frame.height, 'main_h-overlay_h');
    return [
      `[${String(index + 1)}:v:0]format=rgba,${scale(placement, frame)},` +
        `colorchannelmixer=aa=${placement.opacity.toFixed(4)}${over}`,
      `${under}${over}overlay=x=${x}:y=${y}:eof_action=repeat:format=auto${laid}`,
    ];
  });
  return steps.join(';');
}

/** The side that is said first wins, as in a style sheet; without any, the corner at the start. */
function offset(near: Length | undefined, far: Length | undefined, whole: number, rest: string): string {
  if (near) return pixels(near, whole).toFixed(2);
  return far ? `${rest}-${pixels(far, whole).toFixed(2)}` : '0';
}

/** A side that is not said follows the other one, so that the picture keeps its proportions. */
function scale({ width, height }: Placement, frame: PictureSize): string {
  const side = (length: Placement['width'], other: Placement['width'], own: string, whole: number) => {
    if (length === 'initial') return own;
    if (length) return String(Math.max(1, Math.round(pixels(length, whole))));
    return typeof other === 'object' ? '-1' : own;
  };
  return `scale=w=${side(width, height, 'iw', frame.width)}:h=${side(height, width, 'ih', frame.height)}`;
}

function pixels({ value, unit }: Length, whole: number): number {
  return unit === 'px' ? value : (value / 100) * whole;
}
