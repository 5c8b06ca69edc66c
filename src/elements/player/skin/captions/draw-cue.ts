import { parseCueText, type CueElement, type CuePart } from '../../../../captions/text/cue-text.ts';
import { placeCue } from './place-cue.ts';

/** The classes that WebVTT gives a meaning: `yellow`, `bg_blue`. */
const COLOR_CLASS = /^(bg_)?(white|lime|cyan|red|yellow|magenta|blue|black)$/;
/** An author's other classes are parts, with this before them: they are never the player's own. */
const OWN_CLASS = /^[A-Za-z][\w-]{0,31}$/;
const TAGS = { b: 'b', i: 'i', u: 'u', c: 'span', v: 'span', lang: 'span', ruby: 'ruby', rt: 'rt' } as const;

/** One cue as it shows. */
export interface DrawnCue {
  readonly element: HTMLElement;
  /** True where parts of it are said later than others. */
  readonly hasStamps: boolean;
  /** True while the cue says and stands as it did when it was drawn. */
  isOf: (cue: VTTCue) => boolean;
  /** Shows what is said at a second, and what is not yet. */
  tick: (seconds: number) => void;
}

/** Draws a cue: text nodes inside a few plain elements. */
export function drawCue(cue: VTTCue): DrawnCue {
  const element = document.createElement('div');
  const text = document.createElement('span');
  const stamped: { seconds: number; element: HTMLElement }[] = [];
  let now: number | undefined;
  const draw = (part: CuePart): Node | string => {
    if (typeof part === 'string') {
      if (now === undefined) return part;
      const later = document.createElement('span');
      later.append(part);
      stamped.push({ seconds: now, element: later });
      return later;
    }
    if ('seconds' in part) {
      now = part.seconds;
      return '';
    }
    const drawn = drawElement(part);
    drawn.append(...part.parts.map(draw));
    return drawn;
  };
  text.append(...parseCueText(cue.text).map(draw));
  element.append(text);
  element.part.add('cue');
  element.classList.add('cue');
  placeCue(cue, element);
  const key = keyOf(cue);
  return {
    element,
    hasStamps: stamped.length > 0,
    isOf: (other) => keyOf(other) === key,
    tick: (seconds) => {
      for (const { seconds: from, element: later } of stamped)
        later.classList.toggle('later', from > seconds);
    },
  };
}

function drawElement({ tag, classes, annotation }: CueElement): HTMLElement {
  const element = document.createElement(TAGS[tag]);
  if (tag === 'v') element.part.add('voice');
  if (tag === 'lang' && annotation) element.lang = annotation;
  for (const name of classes) {
    const [, ground, color] = COLOR_CLASS.exec(name) ?? [];
    if (color !== undefined) element.classList.add(ground ? 'cue-ground' : 'cue-color', `cue-${color}`);
    if (OWN_CLASS.test(name)) element.part.add(`cue-${name}`);
  }
  return element;
}

/** Scripts may change a cue while it shows. */
function keyOf({ text, line, position, size, align, vertical, snapToLines }: VTTCue): string {
  return JSON.stringify([text, line, position, size, align, vertical, snapToLines]);
}
