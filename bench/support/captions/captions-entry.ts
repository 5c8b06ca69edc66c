// The script of a page that measures captions in Chromium: bench/captions/transcript.ts, cue-timing.ts, captions-drawn.ts
// and captions-worst.ts.
import '../../../src/define/vh-player.ts';
import '../../../src/define/vh-transcript.ts';
import { AuthorStyle } from '../../../src/captions/author-style/author-style.ts';
import { readFileRules, readRules } from '../../../src/captions/author-style/read-rules.ts';
import { toWebVttFile } from '../../../src/core/caption-files/read-captions.ts';
import { readWebVtt } from '../../../src/core/caption-files/webvtt/read-webvtt.ts';
import { runInSlices } from '../../../src/core/async/slices.ts';
import { drawCue } from '../../../src/elements/player/skin/captions/draw-cue.ts';
import { CueClock, type CueDelay } from './cue-clock.ts';
import { mutant } from '../../../test/core/caption-files/support/read-mutants.ts';
import type { WrongRun } from '../resumable-run.ts';
import { until } from '../../../test/support/until.ts';
import { TaskWatch, type Stretch } from './task-watch.ts';
import { TranscriptReader } from './transcript-reader.ts';
import { worstFile, worstFiles } from '../../../test/core/caption-files/support/worst-files.ts';

/** What a page can be asked to measure. */
export interface CaptionsBench {
  /** Reads and draws so many mutated files. */
  mutants: (seed: number, count: number) => Promise<Stretch & { faults: WrongRun[] }>;
  /** Reads the worst files of a size, each by its name. */
  worst: (name: string, size: number) => Promise<Stretch>;
  names: () => string[];
  /** A transcript of the so many cues of a file: each thing that a reader does with it. */
  transcript: (count: number, src: string) => Promise<Record<string, Stretch>>;
  /** A film with the so many cues of a file, in the player or in a bare video. */
  film: (count: number, src: string, tag: 'vh-player' | 'video') => Promise<Stretch>;
  /** How late cues show. */
  cues: (rate: number) => Promise<CueDelay[]>;
  seeks: (count: number) => Promise<CueDelay[]>;
  live: (count: number) => Promise<CueDelay[]>;
}

declare global {
  interface Window {
    captionsBench: CaptionsBench;
  }
}

async function readMutants(seed: number, count: number): Promise<Stretch & { faults: WrongRun[] }> {
  const faults: WrongRun[] = [];
  const watch = new TaskWatch();
  const stage = document.createElement('div');
  document.body.append(stage);
  for (let at = seed; at < seed + count; at++) {
    const text = mutant(at);
    await nextTurn();
    try {
      const file = await toWebVttFile(text);
      const own = await runInSlices(readWebVtt(file ?? text));
      const texts = own?.cues.map((cue) => cue.text) ?? [text];
      const style = new AuthorStyle(readRules(own?.styles ?? []));
      stage.replaceChildren(...texts.map((words) => drawCue(new VTTCue(0, 1, words), style).element));
      const odd = [...stage.querySelectorAll('*')].find(
        (element) =>
          !/^(DIV|SPAN|B|I|U|RUBY|RT)$/.test(element.tagName) ||
          [...element.attributes].some(({ name }) => !/^(class|part|lang|style)$/.test(name)) ||
          /url|var|expression/.test(element.getAttribute('style') ?? ''),
      );
      if (odd) faults.push({ seed: at, what: odd.outerHTML.slice(0, 100) });
    } catch (error) {
      faults.push({ seed: at, what: String(error) });
    }
  }
  stage.remove();
  return { ...(await watch.end()), faults };
}

async function readWorst(name: string, size: number): Promise<Stretch> {
  const text = worstFile(name, size);
  // What made the file is no part of it.
  await nextTurn();
  const watch = new TaskWatch();
  await toWebVttFile(text);
  await runInSlices(readWebVtt(`WEBVTT\n\n${text}`));
  // As much of a file as is read for its styles.
  readFileRules(`WEBVTT\n\nSTYLE\n${text.slice(0, 100_000)}`);
  return watch.end();
}

/** Ends the present task. */
function nextTurn(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function openFilm(count: number, src: string, tag: 'vh-player' | 'video'): Promise<Stretch> {
  const film = document.createElement<'video'>(tag as 'video');
  const track = document.createElement('track');
  Object.assign(track, { kind: 'captions', srclang: 'en', default: true, src });
  film.src = '/media/dusk.mp4';
  film.muted = true;
  film.crossOrigin = 'anonymous';
  film.append(track);
  const watch = new TaskWatch();
  document.body.append(film);
  await film.play();
  const tracks = () => [...film.textTracks].find(({ cues }) => cues?.length === count);
  await until(() => tracks() !== undefined && film.currentTime >= 0.5);
  const stretch = await watch.end();
  film.remove();
  return stretch;
}

window.captionsBench = {
  mutants: readMutants,
  worst: readWorst,
  names: () => Object.keys(worstFiles(1_000)),
  transcript: async (count, src) => (await TranscriptReader.open(src)).useAll(count),
  film: openFilm,
  cues: (rate) => CueClock.use((clock) => clock.play(rate)),
  seeks: (count) => CueClock.use((clock) => clock.seek(count)),
  live: (count) => CueClock.use((clock) => clock.arrive(count)),
};
