// The script of a page of Chromium that cuts films and shows them: bench/upload/upload-films.ts.
import { FilmFrames } from '../../../../src/upload/inspect/film-frames.ts';
import { inspectFile } from '../../../../src/upload/inspect/inspect-file.ts';
import { posterFrame } from '../../../../src/upload/inspect/poster-frame.ts';
import { trimFile, type TrimRange } from '../../../../src/upload/trim/trim-file.ts';
import { NUMBER_BITS, NUMBER_ROW } from './film-numbers.ts';

/** A cut, or the code of the error. */
export type CutResult =
  { bytes: string; range: TrimRange; hidden: number; name: string; ms: number } | { code: string };

/** What a `<video>` shows of a film. */
export interface SeenFilm {
  duration: number;
  width: number;
  height: number;
  /** The numbers of the pictures at the times. */
  numbers: number[];
}

/** What a page can be asked for. */
export interface FilmBench {
  cut: (range: TrimRange) => Promise<CutResult>;
  /** Undefined for a film that this browser does not play. */
  see: (which: 'source' | 'cut', times: readonly number[], turn: number) => Promise<SeenFilm | undefined>;
  posters: (places: readonly number[], turn: number) => Promise<PosterResult>;
}

/** The pictures that an author is offered. */
export interface PosterResult {
  codec: string | undefined;
  offered: { number: number; light: number; spread: number; width: number; height: number }[];
  first: { number: number; light: number; spread: number; width: number; height: number } | undefined;
}

declare global {
  interface Window {
    filmBench: FilmBench;
  }
}

const SILENCE_MS = 60_000;
const SHOWN_MS = 2_000;

const input = document.createElement('input');
input.type = 'file';
document.body.append(input);
let made: File | undefined;

const chosen = (): File => {
  const file = input.files?.[0];
  if (!file) throw new TypeError('No film was chosen.');
  return file;
};

async function cut(range: TrimRange): Promise<CutResult> {
  const began = performance.now();
  try {
    const { file, range: shown, hidden } = await trimFile(chosen(), range);
    made = file;
    const ms = performance.now() - began;
    return { bytes: await asBase64(file), range: shown, hidden, name: file.name, ms };
  } catch (error) {
    made = undefined;
    return { code: String((error as { code?: unknown }).code ?? error) };
  }
}

function asBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new TypeError('The film cannot be read.'));
    reader.readAsDataURL(blob);
  });
}

async function see(
  which: 'source' | 'cut',
  times: readonly number[],
  turn: number,
): Promise<SeenFilm | undefined> {
  const file = which === 'source' ? chosen() : made;
  if (!file) return undefined;
  const video = document.createElement('video');
  document.body.append(video);
  video.muted = true;
  video.preload = 'auto';
  const address = URL.createObjectURL(file);
  try {
    // As the header says it. At the end of VP9 or AV1 with Opus, Chromium counts what is hidden, too, also of ffmpeg's own cuts.
    let duration = NaN;
    video.addEventListener('loadedmetadata', () => (duration = video.duration), { once: true });
    video.src = address;
    if (!(await once(video, 'loadeddata'))) return undefined;
    // Chromium plays the sound alone where it cannot decode the pictures.
    if (video.videoWidth === 0) return undefined;
    const numbers: number[] = [];
    for (const time of times) {
      const there = once(video, 'seeked');
      const shown = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
      video.currentTime = time;
      if (!(await there)) return undefined;
      // Near the end, Chromium says that it is there, and shows the picture later. Of a picture that it shows already it is silent.
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, SHOWN_MS))]);
      numbers.push(look(video, video.videoWidth, video.videoHeight, turn).number);
    }
    return { duration, width: video.videoWidth, height: video.videoHeight, numbers };
  } finally {
    video.removeAttribute('src');
    video.load();
    video.remove();
    URL.revokeObjectURL(address);
  }
}

/** False where the film fails, or Chromium is silent for so long that it has forgotten the film. */
function once(video: HTMLVideoElement, type: string): Promise<boolean> {
  return new Promise((resolve) => {
    video.addEventListener(type, () => resolve(true), { once: true });
    video.addEventListener('error', () => resolve(false), { once: true });
    setTimeout(() => resolve(false), SILENCE_MS);
  });
}

/** The number in a picture that a film's header has had turned clockwise; how light it is, and how much its parts differ. */
function look(picture: CanvasImageSource, width: number, height: number, turn: number) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('There is no canvas.');
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const light = (x: number, y: number) => {
    const at =
      4 * (Math.min(height - 1, Math.floor(y * height)) * width + Math.min(width - 1, Math.floor(x * width)));
    return ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
  };
  // Where a place of the picture before the turn is now.
  const before = (x: number, y: number) => {
    if (turn === 90) return light(1 - y, x);
    if (turn === 180) return light(1 - x, 1 - y);
    return turn === 270 ? light(y, 1 - x) : light(x, y);
  };
  let number = 0;
  for (let bit = 0; bit < NUMBER_BITS; bit++) {
    const x = (bit + 0.5) / NUMBER_BITS;
    if (before(x, NUMBER_ROW * 0.5) > before(x, NUMBER_ROW * 1.5)) number += 2 ** bit;
  }
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 0.01; y < 1; y += 0.02)
    for (let x = 0.01; x < 1; x += 0.02) {
      const value = light(x, y);
      sum += value;
      squares += value * value;
      count++;
    }
  const mean = sum / count;
  return {
    number,
    light: mean,
    spread: Math.sqrt(Math.max(0, squares / count - mean * mean)),
    width,
    height,
  };
}

async function posters(places: readonly number[], turn: number): Promise<PosterResult> {
  const file = chosen();
  const { signal } = new AbortController();
  const info = await inspectFile(file, { signal });
  const offered: PosterResult['offered'] = [];
  const film = await FilmFrames.open(file, info, signal);
  for (const place of places) {
    const picture = await film?.frame((film.duration ?? 0) * place, 240);
    if (picture) offered.push(look(picture, picture.width, picture.height, turn));
    picture?.close();
  }
  film?.close();
  const poster = await posterFrame(file, info);
  const first = poster && look(poster, poster.width, poster.height, turn);
  poster?.close();
  return { codec: info.videoCodec, offered, first };
}

window.filmBench = { cut, see, posters };
