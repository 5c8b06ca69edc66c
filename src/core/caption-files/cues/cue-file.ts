import type { Slices } from '../../async/slices.ts';

/** One cue of a file, in the words of WebVTT. */
export interface FileCue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** WebVTT's own markup. */
  readonly text: string;
  /** As behind WebVTT's arrow: `line:10% align:start`. */
  readonly settings: string;
}

/** Characters of a file, cues of it, and characters of one of them, beyond which nothing is read. */
export const MAX_FILE = 5_000_000;
export const MAX_CUES = 50_000;
export const MAX_CUE = 10_000;

/** A WebVTT file of these cues, in their order. */
export function* toWebVtt(cues: readonly FileCue[]): Slices<string> {
  const blocks = ['WEBVTT\n'];
  for (const { start, end, text, settings } of [...cues].sort((one, other) => one.start - other.start)) {
    yield;
    const arrow = [stampOf(start), '-->', stampOf(end), settings].filter(Boolean).join(' ');
    const safe = safeText(text);
    if (safe !== '') blocks.push(`${arrow}\n${safe}\n`);
  }
  return blocks.join('\n');
}

/** Text that is no markup of WebVTT. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A time of WebVTT: `00:01:02.345`. */
export function stampOf(seconds: number): string {
  const all = Math.round(seconds * 1000);
  const part = (divisor: number, modulus: number, digits: number) =>
    String(Math.floor(all / divisor) % modulus).padStart(digits, '0');
  return `${part(3_600_000, Infinity, 2)}:${part(60_000, 60, 2)}:${part(1_000, 60, 2)}.${part(1, 1000, 3)}`;
}

/** An empty line or an arrow would end the cue. */
function safeText(text: string): string {
  return text
    .slice(0, MAX_CUE)
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .replaceAll('-->', '--&gt;');
}
