import { pluralize } from '../../../../locales/format/plural.ts';
import { numberFormat } from '../../../../locales/format/number-format.ts';
import type { SkinContext } from '../context/control.ts';

/** Seconds of one skip where the page says nothing. */
const USUAL_S = 10;
/** Skips in one direction that follow each other so soon are announced as one. */
const TOGETHER_MS = 1_200;

/** The skips of each player that are announced as one. */
const runs = new WeakMap<SkinContext, { seconds: number; until: number }>();

/** Seconds of one skip: the page's, else ten. */
export function skipSeconds(host: Pick<Element, 'getAttribute'>): number {
  const seconds = Number(host.getAttribute('skip-seconds') ?? NaN);
  return seconds > 0 && Number.isFinite(seconds) ? seconds : USUAL_S;
}

/** The same in words: `10 seconds`. */
export function skipWords({ host, words, locale }: SkinContext): string {
  return pluralize(words.seconds, skipSeconds(host), locale);
}

/** Skips forward or back and shows the distance; several presses in a row add up. */
export function skip(skin: SkinContext, direction: number): void {
  const by = direction * skipSeconds(skin.host);
  skin.timeline.seekBy(by);
  const now = performance.now();
  const run = runs.get(skin);
  const isMore = run !== undefined && now < run.until && Math.sign(run.seconds) === direction;
  const seconds = (isMore ? run.seconds : 0) + by;
  runs.set(skin, { seconds, until: now + TOGETHER_MS });
  const size = numberFormat(skin.locale, { maximumFractionDigits: 1 }).format(Math.abs(seconds));
  skin.notify(`${direction > 0 ? '+' : '−'}${size} s`);
}
