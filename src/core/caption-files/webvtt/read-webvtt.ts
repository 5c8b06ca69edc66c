import { isWebVtt } from '../../wire/caption-text.ts';
import type { Slices } from '../../async/slices.ts';
import { MAX_CUE, MAX_CUES, MAX_FILE } from '../cues/cue-file.ts';
import { LineReader } from '../cues/line-reader.ts';
import { readCueSettings, readRegion, type CueSettings, type Region } from './webvtt-settings.ts';

/** One cue of a WebVTT file, in the words of `VTTCue`. */
export interface VttFileCue extends CueSettings {
  readonly id: string;
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
  /** With its markup. */
  readonly text: string;
}

/** The content of a WebVTT file. */
export interface VttFile {
  readonly cues: readonly VttFileCue[];
  readonly regions: readonly Region[];
  /** The texts of its `STYLE` blocks. */
  readonly styles: readonly string[];
  /** Blocks with an arrow that are no cue: their times could not be read. */
  readonly unread: number;
}

/** Regions and styles of a file: authors have a few. */
const MAX_BLOCKS = 100;
const SPACES = '[\\t\\f ]*';
const TIME = '(\\d+):(\\d{2})(?::(\\d{2}))?\\.(\\d{3})(?!\\d)';
const ARROW = new RegExp(`^${SPACES}${TIME}${SPACES}-->${SPACES}${TIME}`);
/** Characters before the settings: an arrow with its times has thirty. */
const MAX_ARROW = 200;

/** Reads WebVTT as the standard says; undefined for a text that is none. */
export function* readWebVtt(text: string): Slices<VttFile | undefined> {
  if (!isWebVtt(text)) return undefined;
  const lines = new LineReader(text.slice(0, MAX_FILE), 'strict');
  const file: Found = { cues: [], regions: [], styles: [], unread: 0 };
  lines.next();
  // The lines right below the signature are the header, which the reader ignores.
  yield* readBlock(lines, file, true);
  lines.skipEmpty();
  while (!lines.hasEnded && file.cues.length < MAX_CUES) {
    yield* readBlock(lines, file, false);
    lines.skipEmpty();
  }
  return file;
}

interface Found {
  cues: VttFileCue[];
  regions: Region[];
  styles: string[];
  unread: number;
}

/** Reads one block, up to an empty line or to an arrow that begins another one. */
function* readBlock(lines: LineReader, file: Found, isHeader: boolean): Slices<void> {
  let arrow: Omit<VttFileCue, 'text'> | undefined;
  let kind: 'STYLE' | 'REGION' | undefined;
  let hasArrow = false;
  let buffer = '';
  for (let count = 1; ; count++) {
    yield;
    const begin = lines.at;
    const line = lines.next().replaceAll('\0', '\ufffd');
    if (line.includes('-->')) {
      if (isHeader || count > 2 || hasArrow) {
        lines.at = begin;
        break;
      }
      hasArrow = true;
      arrow = readArrow(line, buffer, file.regions);
      if (arrow) buffer = '';
    } else if (line === '') break;
    else {
      // Below the first cue, these words are text.
      if (!isHeader && count === 2 && file.cues.length === 0) {
        kind = (/^(STYLE|REGION)[\t\f ]*$/.exec(buffer)?.[1] ?? undefined) as typeof kind;
        if (kind) buffer = '';
      }
      if (buffer.length < MAX_CUE) buffer += (buffer === '' ? '' : '\n') + line.slice(0, MAX_CUE);
    }
    if (lines.hasEnded) break;
  }
  if (arrow) file.cues.push({ ...arrow, text: buffer });
  else if (hasArrow) file.unread++;
  else if (kind === 'STYLE' && file.styles.length < MAX_BLOCKS) file.styles.push(buffer);
  else if (kind === 'REGION' && file.regions.length < MAX_BLOCKS) file.regions.push(readRegion(buffer));
}

function readArrow(
  line: string,
  id: string,
  regions: readonly Region[],
): Omit<VttFileCue, 'text'> | undefined {
  const found = ARROW.exec(line.slice(0, MAX_ARROW));
  const [startTime, endTime] = [readTime(found, 1), readTime(found, 5)];
  if (!found || startTime === undefined || endTime === undefined) return undefined;
  return { id, startTime, endTime, ...readCueSettings(line.slice(found[0].length), regions) };
}

/** Seconds of `01:02.345` and `1:02:03.456`. */
function readTime(found: RegExpExecArray | null, from: number): number | undefined {
  if (!found) return undefined;
  const [first = '', second = '', third, thousandths = ''] = found.slice(from, from + 4);
  const isHours = third !== undefined;
  // Minutes come in two digits; what cannot be minutes must be hours.
  if (!isHours && (first.length !== 2 || Number(first) > 59)) return undefined;
  const [hours, minutes, seconds] = isHours ? [first, second, third] : ['0', first, second];
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000;
}
