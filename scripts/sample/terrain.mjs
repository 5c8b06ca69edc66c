import { sunAt } from './sky.mjs';
import { css, daylight, ease, mix, rgb, seeded, skyAt } from './palette.mjs';

/** Ridges from the farthest to the nearest: height and roughness are parts of the picture's height. */
const ridges = [
  { rise: 0.15, rough: 0.17, wave: 3.1, seed: 1.1, haze: 0.78, pace: 0.0008, peaks: 1 },
  { rise: 0.12, rough: 0.13, wave: 3.9, seed: 5.2, haze: 0.6, pace: 0.0014, peaks: 0.7 },
  { rise: 0.1, rough: 0.055, wave: 3.7, seed: 8.6, haze: 0.4, pace: 0.0022, peaks: 0 },
  { rise: 0.052, rough: 0.034, wave: 4.6, seed: 2.2, haze: 0.2, pace: 0.0034, peaks: 0 },
];

const random = seeded(23);
const pines = Array.from({ length: 46 }, (_, index) => {
  const side = index % 2 === 0 ? 0 : 1;
  const inward = random() ** 1.7 * 0.3;
  return {
    x: side === 0 ? inward - 0.02 : 1.02 - inward,
    height: (0.07 + random() * 0.15) * (1 - inward * 2.2),
    lean: random() - 0.5,
  };
}).sort((a, b) => a.height - b.height);

/** A rolling line: a few sines that never quite repeat. */
const roll = (u, { wave, seed }) =>
  Math.sin(u * wave + seed) * 0.55 +
  Math.sin(u * wave * 2.3 + seed * 2.7) * 0.3 +
  Math.sin(u * wave * 5.1 + seed * 1.9) * 0.11 +
  Math.sin(u * wave * 13 + seed * 3.3) * 0.035;

const fold = (value) => 1 - Math.abs(Math.sin(value));

/** A line of peaks: folded sines, each finer than the one before. */
const peak = (u, { wave, seed }) =>
  fold(u * wave + seed) * 0.6 +
  fold(u * wave * 2.17 + seed * 1.7) * 0.26 * (0.4 + fold(u * wave + seed)) +
  fold(u * wave * 5.3 + seed * 2.9) * 0.1 +
  fold(u * wave * 11.7 + seed * 0.7) * 0.045 +
  fold(u * wave * 27 + seed * 4.1) * 0.018 -
  0.35;

const shapeOf = (u, ridge) => peak(u, ridge) * ridge.peaks + roll(u, ridge) * (1 - ridge.peaks);

const dark = rgb('#0a1420');

/** Paints the hills, each farther one closer to the sky's colour, with mist at its foot. */
export function paintHills(context, { hour, seconds, width, height, horizon }) {
  const [top, middle, low] = skyAt(hour);
  const green = mix(mix(top, dark, 0.55), rgb('#2b5a4c'), daylight(hour) * 0.9);
  for (const ridge of ridges) {
    const colour = mix(green, mix(middle, low, 0.45), ridge.haze);
    const crest = (x) =>
      horizon - height * (ridge.rise + ridge.rough * shapeOf(x / width + seconds * ridge.pace, ridge));
    const body = context.createLinearGradient(0, horizon - height * (ridge.rise + ridge.rough), 0, horizon);
    body.addColorStop(0, css(mix(colour, dark, 0.08)));
    body.addColorStop(1, css(mix(colour, mix(middle, low, 0.7), 0.4)));
    context.fillStyle = body;
    context.beginPath();
    context.moveTo(0, horizon);
    for (let x = 0; x <= width; x += 2) context.lineTo(x, crest(x));
    context.lineTo(width, horizon);
    context.fill();
  }
}

/** Mirrors the picture above the horizon as a lake below it: upside down, a little darker, and rippled row by row. */
export function paintLake(context, { hour, seconds, width, height, horizon }) {
  const [top] = skyAt(hour);
  const depth = height - horizon;
  const row = 2;
  for (let y = 0; y < depth; y += row) {
    const near = y / depth;
    const from = horizon - row - near ** 0.9 * horizon * 0.86;
    const ripple = Math.sin(y * 0.45 - seconds * 2.2) + Math.sin(y * 0.17 + seconds * 1.3) * 1.6;
    const shift = ripple * (0.6 + near * 5.5);
    context.drawImage(
      context.canvas,
      0,
      Math.max(0, from),
      width,
      row,
      shift - 8,
      horizon + y,
      width + 16,
      row,
    );
  }
  const shade = context.createLinearGradient(0, horizon, 0, height);
  shade.addColorStop(0, css(mix(top, dark, 0.3), 0.1));
  shade.addColorStop(1, css(mix(top, dark, 0.72), 0.72));
  context.fillStyle = shade;
  context.fillRect(0, horizon, width, depth);
  paintGlitter(context, { hour, seconds, width, height, horizon });
}

/** The sun's road over the water: short strokes that come and go, wider as they come near. */
function paintGlitter(context, { hour, seconds, width, height, horizon }) {
  const { x, y, part } = sunAt(hour, { width, horizon });
  if (part < 0 || part > 1) return;
  const low = ease(0.06, 0.4, y / horizon) * ease(0, 0.07, part) * ease(0, 0.07, 1 - part);
  const [, , colour] = skyAt(hour);
  context.save();
  context.globalCompositeOperation = 'lighter';
  for (let line = 0; line < 70; line += 1) {
    const near = (line / 70) ** 1.5;
    const spread = width * (0.012 + near * 0.06);
    const shift =
      Math.sin(line * 12.9898) * spread * 0.7 + Math.sin(seconds * 1.7 + line * 2.4) * spread * 0.25;
    const alpha =
      Math.max(0, Math.sin(seconds * (1.6 + (line % 5) * 0.3) + line * 7.7)) * 0.34 * low * (1 - near * 0.75);
    const long = spread * (0.5 + 0.5 * Math.abs(Math.sin(line * 78.233)));
    context.fillStyle = css(mix(colour, [255, 244, 214], 0.4), alpha);
    context.beginPath();
    context.ellipse(
      x + shift,
      horizon + 3 + near * (height - horizon),
      long,
      0.7 + near * 1.5,
      0,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
  context.restore();
}

/** The near shore: pines on both sides, almost black, that frame the view. */
export function paintShore(context, { hour, seconds, width, height }) {
  const colour = mix(rgb('#050a12'), rgb('#10261f'), daylight(hour));
  context.fillStyle = css(colour);
  for (const { x, height: part, lean } of pines) {
    const tall = part * height * 2.1;
    const sway = Math.sin(seconds * 0.9 + x * 9) * tall * 0.006 + lean * tall * 0.02;
    paintPine(context, { x: x * width, foot: height * (1.03 + Math.abs(0.5 - x) * -0.05), tall, sway });
  }
}

function paintPine(context, { x, foot, tall, sway }) {
  const tiers = 7;
  context.beginPath();
  context.moveTo(x + sway, foot - tall);
  for (let side = 1; side >= -1; side -= 2) {
    for (let tier = 1; tier <= tiers; tier += 1) {
      const part = side === 1 ? tier / tiers : 1 - (tier - 1) / tiers;
      const reach = tall * 0.17 * part;
      const y = foot - tall * (1 - part * 0.94);
      const bend = sway * (1 - part);
      const outer = [x + bend + side * reach, y];
      const inner = [x + bend + side * reach * 0.45, y - tall * 0.018];
      for (const point of side === 1 ? [outer, inner] : [inner, outer]) context.lineTo(...point);
    }
  }
  context.closePath();
  context.fill();
}
