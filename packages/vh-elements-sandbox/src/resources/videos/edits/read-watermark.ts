import type { Length, Placement } from '../../../store/media/edits.ts';
import type { Attributes } from '../../../http/values/attributes.ts';
import { nullable, required, takes, text, TEXT, type ValueOf } from '../../../http/values/shape.ts';

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const LARGEST_PX = 8192;
const NUMBER = String.raw`\d{1,4}(?:\.\d{1,4})?`;
const LENGTH = nullable(text('such as 10px or 5%', { pattern: String.raw`^\s*(?:${NUMBER}(?:px|%))?\s*$` }));
const SIZE = nullable(
  text('such as 100px, 20% or initial', { pattern: String.raw`^\s*(?:initial|${NUMBER}(?:px|%))?\s*$` }),
);
const OPACITY = nullable(text('from 0% to 100%', { pattern: String.raw`^\s*(?:${NUMBER}%)?\s*$` }));

/** Which watermark a video gets, and where it goes: all values are strings. */
export const WATERMARK = takes(
  {
    id: required(TEXT),
    ...{ left: LENGTH, right: LENGTH, top: LENGTH, bottom: LENGTH },
    ...{ width: SIZE, height: SIZE, opacity: OPACITY },
  },
  'an object with an id',
);

/** Which watermark, and where it goes. */
export interface AskedWatermark {
  id: string;
  placement: Placement;
}

/** Reads the `watermark` of a video that is being made. */
export function readWatermark(
  given: ValueOf<typeof WATERMARK> | null | undefined,
  attributes: Attributes,
): AskedWatermark | undefined {
  if (given === undefined || given === null) return undefined;
  const read = <T>(
    name: keyof typeof given,
    parse: (text: string) => T | undefined,
    wanted: string,
  ): T | undefined => {
    const text = given[name]?.trim() ?? '';
    const parsed = text === '' ? undefined : parse(text);
    if (text !== '' && parsed === undefined) attributes.refuse(`watermark[${name}]`, `It must be ${wanted}.`);
    return parsed;
  };
  if (given.id === '') attributes.refuse('watermark[id]', 'It must be the id of a watermark.');
  const [left, right, top, bottom] = SIDES.map((side) => read(side, readLength, LENGTH.wanted));
  const size = (name: 'width' | 'height') => read(name, readSize, SIZE.wanted);
  return {
    id: given.id,
    placement: {
      ...{ left, right, top, bottom },
      width: size('width'),
      height: size('height'),
      opacity: read('opacity', readShare, OPACITY.wanted) ?? 1,
    },
  };
}

function readLength(text: string): Length | undefined {
  const found = /^(\d{1,4}(?:\.\d{1,4})?)(px|%)$/.exec(text);
  if (!found) return undefined;
  const value = Number(found[1]);
  const unit = found[2] === 'px' ? 'px' : '%';
  return value <= (unit === 'px' ? LARGEST_PX : 100) ? { value, unit } : undefined;
}

function readSize(text: string): Length | 'initial' | undefined {
  if (text === 'initial') return text;
  const length = readLength(text);
  return length && length.value > 0 ? length : undefined;
}

function readShare(text: string): number | undefined {
  const length = readLength(text);
  return length?.unit === '%' ? length.value / 100 : undefined;
}
