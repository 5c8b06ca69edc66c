import { build } from '../../build.ts';

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT] = [600, 120];

/** A curve over the length of a video as a picture, with the sentence that says what it shows, and its scale. */
export function curve(
  sentence: string,
  values: readonly number[],
  top: number,
  clock: (place: number) => string,
): HTMLElement {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', `0 0 ${String(WIDTH)} ${String(HEIGHT)}`);
  picture.setAttribute('preserveAspectRatio', 'none');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', sentence);
  const high = (value: number) => (HEIGHT - (top > 0 ? value / top : 0) * (HEIGHT - 4)).toFixed(1);
  const wide = (place: number) => ((place / values.length) * WIDTH).toFixed(1);
  const steps = values.map((value, place) => `L${wide(place)} ${high(value)}H${wide(place + 1)}`).join('');
  const area = document.createElementNS(SVG, 'path');
  area.setAttribute('d', `M0 ${String(HEIGHT)}${steps}V${String(HEIGHT)}Z`);
  picture.append(area);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => build('span', '', clock(values.length * share)));
  const scale = build('p', 'scale quiet', ...marks);
  scale.setAttribute('aria-hidden', 'true');
  return build('figure', 'curve', picture, scale, build('figcaption', '', sentence));
}
