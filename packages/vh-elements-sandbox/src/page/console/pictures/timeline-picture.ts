import { build, svg } from '../../build.ts';
import type { SessionDetail } from '../../sessions.ts';
import { timelineOf, type Timeline } from './timeline.ts';

/** A session as a picture: its states, with seeks and renditions above. The table of its events says the same. */
export function drawTimeline({ events, endedAt }: SessionDetail): SVGElement {
  const timeline = timelineOf(events, endedAt);
  const picture = svg('svg', {});
  picture.append(
    svg('rect', { class: 'ground', x: 0, y: 24, width: '100%', height: 28 }),
    ...timeline.spans.map(({ state, from, to }) =>
      svg('rect', {
        class: state,
        x: share(timeline, from),
        y: 24,
        width: share(timeline, to - from),
        height: 28,
      }),
    ),
    ...timeline.marks.flatMap((mark) => drawMark(timeline, mark)),
  );
  return picture;
}

function drawMark(timeline: Timeline, { kind, at, text }: Timeline['marks'][number]): SVGElement[] {
  const x = share(timeline, at);
  if (kind === 'seek') return [svg('line', { class: 'seek', x1: x, x2: x, y1: 18, y2: 58 })];
  // A name that begins near the end would be cut off.
  const anchor = at > timeline.length * 0.9 ? 'end' : 'start';
  const name = svg('text', { x, 'y': 11, 'text-anchor': anchor });
  name.textContent = text;
  return [svg('line', { class: 'rendition', x1: x, x2: x, y1: 14, y2: 24 }), name];
}

function share({ length }: Timeline, milliseconds: number): string {
  return `${((milliseconds / length) * 100).toFixed(3)}%`;
}

/** The colours of the picture, in words. */
export function legend(): HTMLElement[] {
  const seek = svg('line', { class: 'seek', x1: 6, x2: 6, y1: 0, y2: 12 });
  const states = ['starting', 'playing', 'rebuffering', 'paused'].map(
    (state) => [state, svg('rect', { class: state, width: 12, height: 12 })] as const,
  );
  return [...states, ['seek', seek] as const].map(([name, shape]) => {
    const swatch = svg('svg', { class: 'timeline' });
    swatch.append(shape);
    const item = build('li', '', name);
    item.prepend(swatch);
    return item;
  });
}
