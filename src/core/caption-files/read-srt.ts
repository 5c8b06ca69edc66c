import type { Slices } from '../async/slices.ts';
import { colorClass } from './cues/cue-colors.ts';
import { escapeText, MAX_CUE, MAX_CUES, MAX_FILE, type FileCue } from './cues/cue-file.ts';
import { LineReader } from './cues/line-reader.ts';

const ARROW =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:\s|$)/;
/** Characters within which an arrow stands with its times. */
const MAX_ARROW = 500;
/** The markup that programs write: bold and the like, colours, and positions as in other formats. */
const MARKUP = /<(\/?)(b|i|u|font)\b([^<>]{0,200})>|\{\\an?(\d{1,2})\}|\{\\[^{}]{0,100}\}/gi;
const COLOR = /color\s*=\s*["']?(#?\w{1,20})/i;

/** Whether a text looks like SubRip: the first arrow stands near its top, with the comma of that format or a number above. */
export function isSrt(text: string): boolean {
  return text
    .slice(0, 2_000)
    .split(/\r?\n|\r/, 40)
    .some((line) => ARROW.test(line));
}

/** Reads SubRip (`.srt`) as it is found: any line ends, with or without numbers, with the markup of players. */
export function* readSrt(text: string): Slices<FileCue[]> {
  const cues: FileCue[] = [];
  const lines = new LineReader(text.slice(0, MAX_FILE), 'loose');
  let at: { start: number; end: number; text: string[]; length: number } | undefined;
  const close = () => {
    if (at && at.end > at.start && at.text.length > 0) cues.push(toCue(at.start, at.end, at.text.join('\n')));
    at = undefined;
  };
  while (!lines.hasEnded && cues.length < MAX_CUES) {
    yield;
    // A longer line belongs to no cue, and must not be searched from each of its characters.
    const line = lines.next().slice(0, MAX_CUE);
    const arrow = line.includes('-->') ? ARROW.exec(line.slice(0, MAX_ARROW)) : null;
    if (arrow) {
      // Without an empty line between them, the number of this cue is the last line of the one before.
      if (at && /^\s*\d+\s*$/.test(at.text.at(-1) ?? '')) at.text.pop();
      close();
      at = { start: seconds(arrow, 1), end: seconds(arrow, 5), text: [], length: 0 };
    } else if (line.trim() === '') close();
    else if (at && at.length < MAX_CUE) {
      at.text.push(line);
      at.length += line.length;
    }
  }
  close();
  return cues;
}

function toCue(start: number, end: number, source: string): FileCue {
  let settings = '';
  let text = '';
  let done = 0;
  // A font that says no colour of ours opens nothing, and its end closes nothing.
  const fonts: boolean[] = [];
  for (const match of source.matchAll(MARKUP)) {
    const [whole, slash = '', name, attributes = '', place] = match;
    text += escapeText(source.slice(done, match.index));
    done = match.index + whole.length;
    if (place !== undefined) settings ||= placeOf(Number(place));
    else if (name?.toLowerCase() === 'font') text += slash ? closeFont(fonts) : openFont(fonts, attributes);
    else if (name !== undefined) text += `<${slash}${name.toLowerCase()}>`;
  }
  return { start, end, text: text + escapeText(source.slice(done)), settings };
}

function openFont(fonts: boolean[], attributes: string): string {
  const color = colorClass(COLOR.exec(attributes)?.[1]);
  fonts.push(color !== undefined);
  return color === undefined ? '' : `<c.${color}>`;
}

function closeFont(fonts: boolean[]): string {
  return fonts.pop() ? '</c>' : '';
}

/** `{\an8}`: places as on a keypad, 8 at the top in the middle. */
function placeOf(key: number): string {
  if (key < 1 || key > 9) return '';
  const lines = ['', 'line:45%', 'line:5%'][Math.ceil(key / 3) - 1];
  const sides = ['position:100% align:end', 'position:0% align:start', ''][key % 3];
  return [lines, sides].filter(Boolean).join(' ');
}

function seconds(arrow: RegExpExecArray, from: number): number {
  const [hours = '0', minutes = '0', whole = '0', thousandths = '0'] = arrow.slice(from, from + 4);
  return (
    Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths.padEnd(3, '0')) / 1000
  );
}
