import fc from 'fast-check';
import type { StoryboardTile } from '../../../../src/playback/storyboard.ts';
import { few, lineEnd, type Meant } from '../../../support/grammar/grammar.ts';

/** Where the storyboard is. */
export const BASE = 'https://media.example/film/storyboard.vtt?avh=session';

type Tile = Omit<StoryboardTile, 'startTime' | 'endTime'> & { startMs: number; endMs: number };

const address = fc.constantFrom(
  ['1.jpg', 'https://media.example/film/1.jpg?avh=session'],
  ['/2.jpg?x=1', 'https://media.example/2.jpg?x=1&avh=session'],
  ['../3.jpg?avh=own', 'https://media.example/3.jpg?avh=own'],
  // Another server does not get the session.
  ['https://other.example/4.jpg', 'https://other.example/4.jpg'],
);
const size = fc.integer({ min: 1, max: 4_000 });
const part = fc.record({ x: fc.nat(4_000), y: fc.nat(4_000), width: size, height: size });
const cue = fc.record({
  id: fc.constantFrom('', '1', 'NOTE a'),
  startMs: fc.nat(100_000_000),
  lasts: fc.integer({ min: 1, max: 60_000 }),
  address,
  unit: fc.constantFrom('', 'pixel:'),
  part: fc.option(part, { nil: undefined }),
  mark: fc.constantFrom('.', ','),
});

/** A storyboard and its tiles, in their order. */
export const storyboard: fc.Arbitrary<Meant<Tile[]>> = fc.record({ lineEnd, cues: few(cue, 6) }).map((it) => {
  const blocks = it.cues.map((one) => {
    const { x, y, width, height } = one.part ?? { x: 0, y: 0, width: 0, height: 0 };
    const hash = one.part ? `#xywh=${one.unit}${x},${y},${width},${height}` : '';
    const arrow = `${stamp(one.startMs, one.mark)} --> ${stamp(one.startMs + one.lasts, one.mark)}`;
    return [...(one.id ? [one.id] : []), arrow, `${one.address[0]}${hash}`, ''].join('\n');
  });
  const meaning = it.cues.map(({ startMs, lasts, address: [, url = ''], part: cut }): Tile => ({
    ...{ startMs, endMs: startMs + lasts, url },
    ...(cut && { part: { ...cut } }),
  }));
  return {
    text: ['WEBVTT', '', ...blocks].join('\n').replaceAll('\n', it.lineEnd),
    meaning: meaning.sort((one, other) => one.startMs - other.startMs),
  };
});

function stamp(ms: number, mark: string): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, '0')}`;
}
