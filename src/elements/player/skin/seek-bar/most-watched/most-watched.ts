import { html, nothing, svg, type TemplateResult } from 'lit';
import { formatTime } from '../../../format/format-time.ts';
import type { SkinContext } from '../../context/control.ts';
import { renewStyles } from '../../../../styling/renew-styles.ts';
import { readHeat } from './heat.ts';
import { mostWatchedStyles } from './most-watched-styles.ts';

/** CSS pixels of the picture; it is stretched to the bar. */
const [WIDTH, HEIGHT] = [1000, 100];

/**
 * The curve over the seek bar: how often each place of the video was watched. A screen reader finds it as a picture that says
 * where the most watched moment is.
 *
 * @csspart most-watched - The curve of `mostWatched`, over the seek bar.
 */
export class MostWatched {
  readonly #skin: SkinContext;
  #drawn: { of: unknown; curve: string; top: number } = { of: undefined, curve: '', top: 0 };

  constructor(skin: SkinContext) {
    this.#skin = skin;
    renewStyles(skin.host, mostWatchedStyles);
  }

  /** Nothing for numbers that say nothing, and where the bar is not as long as the video. */
  render(): TemplateResult | typeof nothing {
    const { host, words, timeline } = this.#skin;
    const { range, isLive } = timeline;
    const { curve, top } = this.#curveOf(host.mostWatched);
    if (curve === '' || !range || isLive) return nothing;
    const time = formatTime(range.start + top * (range.end - range.start));
    return html`<svg
      class="most-watched"
      part="most-watched"
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label=${words.mostWatched.replace('{time}', time)}
    >
      ${svg`<path d=${curve}></path>`}
    </svg>`;
  }

  /** Made anew for another list only: the skin is drawn often. */
  #curveOf(list: unknown): { curve: string; top: number } {
    if (list !== this.#drawn.of) {
      const heat = readHeat(list);
      const top = heat.length === 0 ? 0 : heat.indexOf(1) / heat.length;
      this.#drawn = { of: list, curve: curveThrough(heat), top };
    }
    return this.#drawn;
  }
}

/** A soft line through the middles of the places, and the area below it. */
function curveThrough(heat: readonly number[]): string {
  if (heat.length === 0) return '';
  const points = heat.map((share, place) => ({
    x: ((place + 0.5) / heat.length) * WIDTH,
    y: HEIGHT - share * (HEIGHT - 4),
  }));
  const say = (value: number) => String(Math.round(value * 10) / 10);
  const bends = points.map(({ x, y }, place) => {
    const next = points[place + 1];
    const end = next ? { x: (x + next.x) / 2, y: (y + next.y) / 2 } : { x: WIDTH, y };
    return `Q${say(x)} ${say(y)} ${say(end.x)} ${say(end.y)}`;
  });
  return `M0 ${HEIGHT}V${say(points[0]?.y ?? HEIGHT)}${bends.join('')}V${HEIGHT}Z`;
}
