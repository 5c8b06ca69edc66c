import { parseCueText, type AuthorStyle, type CueElement, type CuePart } from '../../../../captions/index.ts';
import { placeCue } from './place-cue.ts';

/** The classes that WebVTT gives a meaning, `yellow` and `bg_blue`: the colour of text that is read on a dark ground, and of the ground. */
const CLASS_COLORS: ReadonlyMap<string, readonly [text: string, ground: string]> = new Map([
  ['white', ['#fff', '#fff']],
  ['lime', ['#0f0', '#0f0']],
  ['cyan', ['#0ff', '#0ff']],
  ['red', ['#f66', '#f00']],
  ['yellow', ['#ff0', '#ff0']],
  ['magenta', ['#f6f', '#f0f']],
  ['blue', ['#8af', '#00f']],
  ['black', ['#000', '#000']],
] as const);
const GROUND = /^bg_/;
/** The class and the custom property by which the style sheet knows them. */
const GIVES_WAY: ReadonlyMap<string, readonly [name: string, property: string]> = new Map([
  ['color', ['cue-color', '--_class-color']],
  ['background-color', ['cue-ground', '--_class-ground']],
  ['opacity', ['cue-faded', '--_class-opacity']],
] as const);
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
  /** Marks the words that are said by a second, and those to come. */
  tick: (seconds: number) => void;
}

/** Draws a cue: text nodes inside a few plain elements, in the look that its author's styles give them. */
export function drawCue(cue: VTTCue, style: AuthorStyle): DrawnCue {
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
    const drawn = drawElement(part, style);
    drawn.append(...part.parts.map(draw));
    return drawn;
  };
  text.append(...parseCueText(cue.text).map(draw));
  applyLook(text, style.lookOf(cue));
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

function drawElement(part: CueElement, style: AuthorStyle): HTMLElement {
  const { tag, classes, annotation } = part;
  const element = document.createElement(TAGS[tag]);
  if (tag === 'v') element.part.add('voice');
  if (tag === 'lang' && annotation) element.lang = annotation;
  for (const name of classes) if (OWN_CLASS.test(name)) element.part.add(`cue-${name}`);
  // Below the author's own styles, as the standard's default ones are.
  applyLook(element, new Map<string, string>([...lookOfClasses(classes), ...style.lookOf(part)]));
  return element;
}

function lookOfClasses(classes: readonly string[]): ReadonlyMap<string, string> {
  const look = new Map<string, string>();
  for (const name of classes) {
    const [color, ground] = CLASS_COLORS.get(name.replace(GROUND, '')) ?? [];
    if (color === undefined || ground === undefined) continue;
    if (GROUND.test(name)) look.set('background-color', ground);
    else look.set('color', color);
  }
  return look;
}

/** Colours and opacity give way to what the viewer has chosen, in the style sheet; the rest stands as it is. */
function applyLook(element: HTMLElement, look: ReadonlyMap<string, string>): void {
  for (const [property, value] of look) {
    const [name, own] = GIVES_WAY.get(property) ?? [];
    if (name !== undefined) element.classList.add(name);
    element.style.setProperty(own ?? property, value);
  }
}

/** Scripts may change a cue while it shows. */
function keyOf({ id, text, line, position, size, align, vertical, snapToLines }: VTTCue): string {
  return JSON.stringify([id, text, line, position, size, align, vertical, snapToLines]);
}
