import { escapeText } from '../../core/caption-files/cues/cue-file.ts';
import { partitionPoint } from '../../core/partition-point.ts';
import { parseCueText, plainText, type CuePart } from '../text/cue-text.ts';
import type { Translator } from './translator.ts';

/** The members of a cue that are read of one, and kept. */
export type TranslatedCue = Pick<VTTCue, 'startTime' | 'endTime' | 'text'>;

/** Whose cues are translated, and when they are needed. */
export interface CueTranslation {
  readonly media: Pick<HTMLMediaElement, 'currentTime' | 'addEventListener'>;
  readonly translator: Pick<Translator, 'translate'>;
  /** The cues that there are so far, in their order. */
  readonly cues: () => ArrayLike<TranslatedCue>;
  /** True while the translation is shown or read. */
  readonly isWanted: () => boolean;
  /** Takes a cue with its translation. */
  readonly add: (cue: TranslatedCue, text: string) => void;
  /** The translator has stopped working. */
  readonly failed: (cause: unknown) => void;
}

/** Seconds ahead of the clock. */
const AHEAD_S = 60;
/** Seconds behind it: a cue that shows may have begun so long ago. */
const BEHIND_S = 600;
/** Translators work on one text at a time: a second one is there when the first is done. */
const AT_ONCE = 2;
/** Cues come without a word while the media load. */
const LOOK_MS = 500;
/** Failures in a row. */
const MAX_FAILURES = 2;
/** A hostile file must not keep the device busy. */
const MAX_CHARACTERS = 1_000;

/** Translates cues in the order in which they are needed, each once, until the signal aborts. */
export function translateCues(options: CueTranslation, signal: AbortSignal): void {
  const { media, translator, cues, isWanted, add, failed } = options;
  const begun = new WeakSet<TranslatedCue>();
  let [running, failures] = [0, 0];
  const translate = async (cue: TranslatedCue) => {
    begun.add(cue);
    running++;
    try {
      const text = await translatedText(cue.text, (words) => translator.translate(words, { signal }));
      failures = 0;
      if (!signal.aborted && text) add(cue, text);
    } catch (cause) {
      if (!signal.aborted && ++failures >= MAX_FAILURES) failed(cause);
    } finally {
      running--;
      look();
    }
  };
  const look = () => {
    while (!signal.aborted && running < AT_ONCE && isWanted()) {
      const next = nextOf(cues(), media.currentTime, begun);
      if (!next) return;
      void translate(next);
    }
  };
  for (const type of ['seeking', 'timeupdate']) media.addEventListener(type, look, { signal });
  const timer = setInterval(look, LOOK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  look();
}

/** The cue that is needed first. */
function nextOf(
  cues: ArrayLike<TranslatedCue>,
  now: number,
  begun: WeakSet<TranslatedCue>,
): TranslatedCue | undefined {
  // A film may have fifty thousand.
  let at = partitionPoint(cues, ({ startTime }) => startTime < now - BEHIND_S);
  for (let cue = cues[at]; cue && cue.startTime <= now + AHEAD_S; cue = cues[++at]) {
    if (cue.endTime > now && !begun.has(cue)) return cue;
  }
  return undefined;
}

/** A cue's text in the other language: who speaks, and that another one answers, stays. */
export async function translatedText(
  text: string,
  translate: (words: string) => Promise<string>,
): Promise<string> {
  const lines: string[] = [];
  for (const { voice, words } of speechesOf(parseCueText(text.slice(0, MAX_CHARACTERS)))) {
    const dash = /^[-–—]\s*/.exec(words)?.[0] ?? '';
    // Notes and dashes alone are in every language.
    const isText = /\p{L}/u.test(words);
    const said = escapeText(
      dash + (isText ? await translate(words.slice(dash.length)) : words.slice(dash.length)),
    );
    lines.push(voice ? `<v ${voice}>${said}</v>` : said);
  }
  return lines.join('\n');
}

/** One speaker's text in a cue. */
interface Speech {
  voice: string;
  words: string;
}

/** The speakers' texts: a sentence may go over several lines, an answer begins with a dash. */
export function speechesOf(parts: readonly CuePart[]): Speech[] {
  const speeches: Speech[] = [];
  let run: CuePart[] = [];
  const take = (voice: string, of: readonly CuePart[]) => {
    for (const speech of saidIn(plainText(of))) {
      const words = speech.replace(/\s+/g, ' ').trim();
      if (words) speeches.push({ voice: voice.replace(/[<>&\s]+/g, ' ').trim(), words });
    }
  };
  for (const part of parts) {
    if (typeof part === 'string' || !('tag' in part) || part.tag !== 'v') run.push(part);
    else {
      take('', run);
      run = [];
      take(part.annotation, part.parts);
    }
  }
  take('', run);
  return speeches;
}

/** Line by line: one pattern for the ends of lines and the dash behind them would read a run of them again and again. */
function saidIn(text: string): string[] {
  const speeches: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (/^[-–—]/.test(line.trimStart())) speeches.push([]);
    speeches.at(-1)?.push(line);
  }
  return speeches.map((lines) => lines.join('\n'));
}
