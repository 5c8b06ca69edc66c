// Judges what Chromium shows of a cut, and which pictures it offers of a film.
import type { Page } from 'playwright';
import type { FilmKind } from './film-kinds.ts';
import type { PosterResult } from './films-entry.ts';
import type { ReadFilm } from './judge-cut.ts';

/** A film, and the number that each of its pictures carries. */
export type NumberedFilm = ReadFilm & { readonly numbers: readonly number[] };

/** Parts of a picture that has anything on it differ by so much. */
const LEAST_SPREAD = 12;
/** A picture that is lighter than this on average is not black. */
const LEAST_LIGHT = 20;
/** Seconds from a picture's beginning at which it is surely there. */
const INSIDE = 0.5;

/** The number of the picture that is shown at a time of the film. */
function numberAt({ pictures, numbers }: NumberedFilm, time: number): number | undefined {
  const at = pictures.findLastIndex(({ from }) => from <= time);
  return numbers[Math.max(0, at)];
}

/** Has Chromium show the first, a middle and the last picture of a cut. */
export async function judgeSeen(
  page: Page,
  source: NumberedFilm,
  range: { start: number; end: number },
  turn: number,
): Promise<{ isPlayed: boolean; faults: string[] }> {
  const inside = source.pictures.filter(
    ({ from, to }) => to > range.start + 0.001 && from < range.end - 0.001,
  );
  const wanted = [inside[0], inside[inside.length >> 1], inside.at(-1)].flatMap((picture) => {
    if (!picture) return [];
    const from = Math.max(picture.from, range.start);
    const to = Math.min(picture.to, range.end);
    return from + (to - from) * INSIDE;
  });
  const numbers = wanted.map((time) => numberAt(source, time));
  const see = (which: 'source' | 'cut', times: readonly number[]) =>
    page.evaluate(([one, at, turned]) => window.filmBench.see(one, at, turned), [
      which,
      times,
      turn,
    ] as const);
  const [before, after] = [
    await see('source', wanted),
    await see(
      'cut',
      wanted.map((time) => time - range.start),
    ),
  ];
  if (!before) return { isPlayed: false, faults: [] };
  if (!after) return { isPlayed: true, faults: ['Chromium plays the film, and not the cut'] };
  const faults: string[] = [];
  const frame = Math.max(...source.pictures.map(({ from, to }) => to - from));
  if (Math.abs(after.duration - (range.end - range.start)) > frame)
    faults.push(
      `Chromium: ${after.duration.toFixed(3)} s long, and not ${(range.end - range.start).toFixed(3)}`,
    );
  if (before.width !== after.width || before.height !== after.height)
    faults.push(`Chromium: ${String(after.width)} × ${String(after.height)}`);
  if (numbers.join() !== after.numbers.join())
    faults.push(
      `Chromium shows pictures ${after.numbers.join()}, and not ${numbers.join()} (of the film itself: ${before.numbers.join()})`,
    );
  return { isPlayed: true, faults };
}

/** Which pictures an author is offered: right side up, not black, and those of the moments that they are said to be of. */
export function judgePosters(
  { beginsBlack = false }: FilmKind,
  source: NumberedFilm,
  { codec, offered, first }: PosterResult,
  turn: number,
): { said: string; faults: string[] } {
  if (offered.length === 0) return { said: `none (${codec ?? 'unknown'})`, faults: [] };
  const faults: string[] = [];
  const stream = source.streams.find(({ codec_type: type }) => type === 'video');
  const isUpright = turn % 180 !== 0;
  const [width, height] = [Number(stream?.['width']), Number(stream?.['height'])];
  for (const [at, { number, light, spread, width: across, height: down }] of offered.entries()) {
    const isDark = light < LEAST_LIGHT || spread < LEAST_SPREAD;
    if (isDark && !(beginsBlack && at === 0))
      faults.push(`picture ${String(at)} is black (${light.toFixed(0)}, ${spread.toFixed(0)})`);
    if (!isDark && !source.numbers.includes(number))
      faults.push(`picture ${String(at)} is none of the film: ${String(number)}`);
    if (across > down === isUpright && width !== height)
      faults.push(`picture ${String(at)} lies on its side`);
  }
  if (!first) faults.push('has no poster, but pictures');
  else if (first.light < LEAST_LIGHT || first.spread < LEAST_SPREAD) faults.push('its poster is black');
  return { said: `${String(offered.length)}${first ? ', a poster' : ''}`, faults };
}
