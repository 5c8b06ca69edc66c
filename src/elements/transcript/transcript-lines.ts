import { parseCueText, plainText, voicesOf } from '../../captions/index.ts';
import { partitionPoint } from '../../core/partition-point.ts';
import type { Slices } from '../../core/async/slices.ts';

/** One line of a transcript. */
export interface TranscriptLine {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The speaker; empty without a name in the file, or while the same speaker continues. */
  readonly voice: string;
}

/** The members of a cue that a transcript is made of. */
export type TranscriptCue = Pick<VTTCue, 'startTime' | 'endTime' | 'text'>;

/** Makes lines of cues in slices of work. A cue with the text of the one before extends its line. */
export function* toLines(cues: ArrayLike<TranscriptCue>): Slices<TranscriptLine[]> {
  const lines: TranscriptLine[] = [];
  let voice = '';
  for (let at = 0; at < cues.length; at++) {
    yield;
    const cue = cues[at];
    if (!cue) break;
    const parts = parseCueText(cue.text);
    const text = plainText(parts).replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const last = lines.at(-1);
    if (last?.text === text && cue.startTime <= last.end + 0.1) {
      lines[lines.length - 1] = { ...last, end: Math.max(last.end, cue.endTime) };
      continue;
    }
    const said = voicesOf(parts).join(', ');
    lines.push({ start: cue.startTime, end: cue.endTime, text, voice: said === voice ? '' : said });
    voice = said;
  }
  return lines;
}

/** The line that is said at a second, else the last one before it; -1 before the first. */
export function lineAt(lines: readonly TranscriptLine[], seconds: number): number {
  return partitionPoint(lines, ({ start }) => start <= seconds + 0.05) - 1;
}

/** The numbers of the lines that hold a text. Capitals do not count. */
export function findLines(lines: readonly TranscriptLine[], search: string): number[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [];
  return lines.flatMap(({ text }, at) => (text.toLowerCase().includes(wanted) ? [at] : []));
}

/** A transcript as plain text: a paragraph for each voice, or a line for each cue without a speaker's name. */
export function toText(lines: readonly TranscriptLine[]): string {
  const hasVoices = lines.some(({ voice }) => voice !== '');
  if (!hasVoices) return lines.map(({ text }) => text).join('\n') + '\n';
  return (
    lines
      .map(({ text, voice }, at) =>
        voice === '' ? `${at === 0 ? '' : ' '}${text}` : `${at === 0 ? '' : '\n\n'}${voice}: ${text}`,
      )
      .join('') + '\n'
  );
}
