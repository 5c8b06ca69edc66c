/** The settings behind the arrow of a cue, in the words of `VTTCue`. */
export interface CueSettings {
  readonly vertical: '' | 'rl' | 'lr';
  readonly line: number | 'auto';
  readonly snapToLines: boolean;
  readonly lineAlign: 'start' | 'center' | 'end';
  readonly position: number | 'auto';
  readonly positionAlign: 'auto' | 'line-left' | 'center' | 'line-right';
  readonly size: number;
  readonly align: 'start' | 'center' | 'end' | 'left' | 'right';
  readonly region: Region | undefined;
}

/** A part of the picture in which cues scroll, in the words of `VTTRegion`. */
export interface Region {
  readonly id: string;
  readonly width: number;
  readonly lines: number;
  readonly regionAnchorX: number;
  readonly regionAnchorY: number;
  readonly viewportAnchorX: number;
  readonly viewportAnchorY: number;
  readonly scroll: '' | 'up';
}

type Changeable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** Characters of settings: authors write a hundred. */
const MAX_SETTINGS = 10_000;
const DEFAULT_CUE: CueSettings = {
  ...{ vertical: '', line: 'auto', snapToLines: true, lineAlign: 'start' },
  ...{ position: 'auto', positionAlign: 'auto', size: 100, align: 'center', region: undefined },
};
const DEFAULT_REGION: Region = {
  ...{ id: '', width: 100, lines: 3, regionAnchorX: 0, regionAnchorY: 100 },
  ...{ viewportAnchorX: 0, viewportAnchorY: 100, scroll: '' },
};

/** Reads the settings after an arrow: the last valid value of a setting wins, and unknown ones are ignored. */
export function readCueSettings(text: string, regions: readonly Region[]): CueSettings {
  const cue: Changeable<CueSettings> = { ...DEFAULT_CUE };
  for (const [name, value] of settingsIn(text)) {
    switch (name) {
      case 'region':
        cue.region = regions.findLast(({ id }) => id === value);
        break;
      case 'vertical':
        cue.vertical = oneOf(value, ['rl', 'lr']) ?? cue.vertical;
        break;
      case 'line':
        readLine(value, cue);
        break;
      case 'position':
        readPosition(value, cue);
        break;
      case 'size':
        cue.size = percent(value) ?? cue.size;
        break;
      case 'align':
        cue.align = oneOf(value, ['start', 'center', 'end', 'left', 'right']) ?? cue.align;
        break;
    }
  }
  // A cue with its own place is in no region.
  if (cue.line !== 'auto' || cue.size !== 100 || cue.vertical !== '') cue.region = undefined;
  return cue;
}

/** Reads the lines of a `REGION` block. */
export function readRegion(text: string): Region {
  const region: Changeable<Region> = { ...DEFAULT_REGION };
  for (const [name, value] of settingsIn(text)) {
    const [x, y] = anchor(value);
    if (name === 'id') region.id = value;
    else if (name === 'width') region.width = percent(value) ?? region.width;
    else if (name === 'lines' && /^\d{1,15}$/.test(value)) region.lines = Number(value);
    else if (name === 'scroll' && value === 'up') region.scroll = 'up';
    else if (x === undefined || y === undefined) continue;
    else if (name === 'regionanchor') [region.regionAnchorX, region.regionAnchorY] = [x, y];
    else if (name === 'viewportanchor') [region.viewportAnchorX, region.viewportAnchorY] = [x, y];
  }
  return region;
}

function readLine(value: string, cue: Changeable<CueSettings>): void {
  const [place, align] = halves(value);
  const isPercent = place.endsWith('%');
  const line = isPercent ? percent(place) : decimal(place);
  if (line === undefined) return;
  cue.line = line;
  cue.snapToLines = !isPercent;
  cue.lineAlign = oneOf(align, ['start', 'center', 'end']) ?? cue.lineAlign;
}

function readPosition(value: string, cue: Changeable<CueSettings>): void {
  const [place, align] = halves(value);
  const position = percent(place);
  if (position === undefined) return;
  cue.position = position;
  cue.positionAlign = oneOf(align, ['line-left', 'center', 'line-right']) ?? cue.positionAlign;
}

/** `name:value`, between spaces. */
function settingsIn(text: string): [string, string][] {
  return text
    .slice(0, MAX_SETTINGS)
    .split(/[\t\n\f\r ]+/)
    .flatMap((setting) => {
      const colon = setting.indexOf(':');
      return colon <= 0 || colon === setting.length - 1
        ? []
        : [[setting.slice(0, colon), setting.slice(colon + 1)] as [string, string]];
    });
}

function halves(value: string): [string, string] {
  const comma = value.indexOf(',');
  return comma < 0 ? [value, ''] : [value.slice(0, comma), value.slice(comma + 1)];
}

function anchor(value: string): (number | undefined)[] {
  return halves(value).map(percent);
}

function percent(value: string): number | undefined {
  if (!/^\d+(?:\.\d+)?%$/.test(value)) return undefined;
  const number = Number(value.slice(0, -1));
  return number <= 100 ? number : undefined;
}

function decimal(value: string): number | undefined {
  const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

function oneOf<Word extends string>(value: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}
