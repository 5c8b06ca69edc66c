import type { Length, Placement } from '../../store/media/edits.ts';
import type { Attributes } from '../../http/values/attributes.ts';

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const LARGEST_PX = 8192;

/** Which watermark, and where it goes. */
export interface AskedWatermark {
  id: string;
  placement: Placement;
}

/** Reads the `watermark` of a video that is being made: all its values are strings. */
export function readWatermark(
  body: Readonly<Record<string, unknown>>,
  attributes: Attributes,
): AskedWatermark | undefined {
  const given = Object.hasOwn(body, 'watermark') ? body['watermark'] : undefined;
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) {
    attributes.refuse('watermark', '"watermark" must be an object with an id.');
    return undefined;
  }
  const members = new Map<string, unknown>(Object.entries(given));
  const refuse = (name: string, wanted: string) => {
    attributes.refuse(`watermark[${name}]`, `It must be ${wanted}.`);
  };
  const read = <T>(name: string, parse: (text: string) => T | undefined, wanted: string): T | undefined => {
    const value = members.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    const parsed = typeof value === 'string' ? parse(value.trim()) : undefined;
    if (parsed === undefined) refuse(name, wanted);
    return parsed;
  };
  const id = members.get('id');
  if (typeof id !== 'string' || id === '') refuse('id', 'the id of a watermark');
  const [left, right, top, bottom] = SIDES.map((side) => read(side, readLength, 'such as 10px or 5%'));
  const size = (name: string) => read(name, readSize, 'such as 100px, 20% or initial');
  return {
    id: typeof id === 'string' ? id : '',
    placement: {
      ...{ left, right, top, bottom },
      width: size('width'),
      height: size('height'),
      opacity: read('opacity', readShare, 'from 0% to 100%') ?? 1,
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
