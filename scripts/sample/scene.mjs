import { paintSky } from './sky.mjs';
import { paintHills, paintLake, paintShore } from './terrain.mjs';
import { css, ease } from './palette.mjs';

/** A day by a lake: one second is one hour, from five in the morning round to five again. */
export const duration = 24;

/** The parts of the day, by the second in which they begin. */
export const chapters = [
  { start: 0, title: 'Dawn' },
  { start: 5, title: 'Noon' },
  { start: 12, title: 'Golden hour' },
  { start: 17, title: 'Northern lights' },
];

/** Paints the picture that belongs to a moment. The same moment gives the same picture, to the pixel. */
export function paintScene(context, seconds) {
  const { width, height } = context.canvas;
  const view = { hour: (5 + seconds) % 24, seconds, width, height, horizon: Math.round(height * 0.69) };
  context.clearRect(0, 0, width, height);
  paintSky(context, view);
  paintBirds(context, view);
  paintHills(context, view);
  paintLake(context, view);
  paintShore(context, view);
  paintTitle(context, view);
}

function paintBirds(context, { seconds, width, height }) {
  const alpha = ease(1.6, 2.6, seconds) * (1 - ease(6.5, 8, seconds));
  if (alpha === 0) return;
  context.strokeStyle = css([30, 34, 52], alpha * 0.75);
  context.lineWidth = 1.8;
  context.lineCap = 'round';
  for (let bird = 0; bird < 7; bird += 1) {
    const x = width * (0.16 + seconds * 0.055 - Math.abs(bird - 3) * 0.02 - (bird > 3 ? 0.006 : 0));
    const y = height * (0.27 - seconds * 0.012 + (bird - 3) * 0.017);
    const wing = Math.sin(seconds * 9 + bird * 1.1) * 4;
    context.beginPath();
    context.moveTo(x - 9, y - wing);
    context.quadraticCurveTo(x - 3, y - 3, x, y);
    context.quadraticCurveTo(x + 3, y - 3, x + 9, y - wing);
    context.stroke();
  }
}

/** The hour, and the name of the part of the day, at the left below the title of a player. */
function paintTitle(context, { hour, seconds, width, height }) {
  const chapter = chapters.findLast(({ start }) => start <= seconds);
  const ends = chapters.find(({ start }) => start > seconds)?.start ?? duration + 1;
  const alpha =
    ease(chapter.start + 0.15, chapter.start + 1, seconds) * (1 - ease(ends - 0.6, ends - 0.05, seconds));
  const margin = width * 0.045;
  const top = height * 0.23;
  const clock = [Math.floor(hour), Math.floor((hour % 1) * 60)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  context.save();
  context.shadowColor = 'rgb(8 14 32 / 0.45)';
  context.shadowBlur = 18;
  context.textBaseline = 'alphabetic';
  context.fillStyle = 'rgb(255 255 255 / 0.82)';
  context.font = "500 24px Inter, 'Helvetica Neue', sans-serif";
  // One digit at a time, so that the clock does not tremble.
  [...clock].forEach((sign, index) => {
    context.textAlign = 'center';
    context.fillText(sign, margin + 8 + index * 16 - (index > 2 ? 5 : 0) - (index === 2 ? 2 : 0), top);
  });
  context.textAlign = 'left';
  context.fillStyle = `rgb(255 255 255 / ${alpha})`;
  context.font = "300 52px Inter, 'Helvetica Neue', sans-serif";
  context.fillText(chapter.title, margin - 3, top + 62);
  context.restore();
}
