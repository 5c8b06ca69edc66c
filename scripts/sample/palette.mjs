/** The sky's colours through the day: hour, then top, middle and horizon. */
const sky = [
  [0, '#070b1f', '#0f1a3c', '#1c2d55'],
  [4, '#0b1030', '#1f2452', '#4f3e6e'],
  [5, '#232a63', '#7c5696', '#f5a184'],
  [6.5, '#4a6dba', '#eeae9e', '#ffdfae'],
  [9, '#3a7bd0', '#8abcec', '#e2eff7'],
  [13, '#2f7fdc', '#74b2f0', '#d3e8f8'],
  [17, '#3d7cc9', '#a9c2e0', '#f8e2ba'],
  [19, '#3a4a94', '#dd7680', '#ffbc68'],
  [20, '#23265e', '#8f4c88', '#f3875f'],
  [21, '#10163f', '#36326e', '#72507f'],
  [22.5, '#070c24', '#101c42', '#20325c'],
  [24, '#070b1f', '#0f1a3c', '#1c2d55'],
];

/** A colour's three channels. */
export const rgb = (hex) => [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16));

/** The colour that lies `amount` of the way from one to another. */
export const mix = (from, to, amount) => from.map((value, index) => value + (to[index] - value) * amount);

/** A colour as the canvas wants it. */
export const css = (colour, alpha = 1) => `rgb(${colour.map(Math.round).join(' ')} / ${alpha})`;

/** Goes from 0 to 1 between two values, gently at both ends. */
export function ease(from, to, value) {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** Top, middle and horizon of the sky at an hour. */
export function skyAt(hour) {
  const next = sky.findIndex(([at]) => at > hour);
  const [from, ...a] = sky[next - 1];
  const [to, ...b] = sky[next];
  const amount = ease(from, to, hour);
  return a.map((colour, index) => mix(rgb(colour), rgb(b[index]), amount));
}

/** How much daylight there is, from 0 in the night to 1 at noon. */
export const daylight = (hour) => ease(4.3, 8, hour) * (1 - ease(18, 21.3, hour));

/** How dark it is, for stars and northern lights. */
export const darkness = (hour) => Math.max(1 - ease(3.2, 5.1, hour), ease(20.4, 22, hour));

/** The same numbers at every run, between 0 and 1. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
