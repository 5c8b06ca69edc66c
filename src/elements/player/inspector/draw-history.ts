import type { PlaybackCondition, Sample } from './history.ts';

/** The colour of each condition; the name of the drawing says them in words. */
const COLOURS: Readonly<Record<PlaybackCondition, string>> = {
  idle: '#888',
  starting: '#fc3',
  playing: '#3c6',
  paused: '#69f',
  seeking: '#c9f',
  rebuffering: '#f93',
  ended: '#ccc',
  failed: '#f55',
};
/** Of the height: the band of conditions. */
const BAND = 0.2;

/** Draws the last looks, the newest at the right: conditions as a band, and below it buffer, bitrate and latency as lines. */
export function drawHistory(canvas: HTMLCanvasElement, samples: readonly Sample[]): void {
  const context = canvas.getContext('2d');
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (!context || width === 0) return;
  canvas.width = width;
  canvas.height = height;
  const step = Math.max(devicePixelRatio, width / 240);
  const shown = samples.slice(-Math.floor(width / step));
  const left = width - shown.length * step;
  shown.forEach(({ condition, dropped }, at) => {
    context.fillStyle = COLOURS[condition];
    context.fillRect(left + at * step, 0, Math.ceil(step), height * BAND);
    context.fillStyle = '#f55';
    if (dropped > 0)
      context.fillRect(
        left + at * step,
        height * BAND,
        Math.ceil(step),
        Math.min(dropped, 10) * devicePixelRatio,
      );
  });
  const line = (colour: string, valueOf: (sample: Sample) => number | undefined) => {
    const values = shown.map(valueOf);
    const most = Math.max(...values.map((value) => value ?? 0));
    if (most <= 0) return;
    context.strokeStyle = colour;
    context.lineWidth = 1.5 * devicePixelRatio;
    context.beginPath();
    let isDrawing = false;
    values.forEach((value, at) => {
      if (value === undefined) isDrawing = false;
      else {
        const y = height - 2 - (value / most) * (height * (1 - BAND) - 6);
        context[isDrawing ? 'lineTo' : 'moveTo'](left + (at + 0.5) * step, y);
        isDrawing = true;
      }
    });
    context.stroke();
  };
  line('#4cf', ({ buffer }) => buffer);
  line('#fc3', ({ bitrate }) => bitrate);
  line('#f6c', ({ latency }) => latency);
}

/** What the drawing shows, in words: the share of each condition. */
export function historyInWords(samples: readonly Sample[]): string {
  const counts = new Map<PlaybackCondition, number>();
  for (const { condition } of samples) counts.set(condition, (counts.get(condition) ?? 0) + 1);
  const shares = [...counts].map(
    ([condition, count]) => `${condition} ${String(Math.round((100 * count) / samples.length))} %`,
  );
  return `The last ${String(samples.length)} looks: ${shares.join(', ')}`;
}
