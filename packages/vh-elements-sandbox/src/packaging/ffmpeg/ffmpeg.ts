import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Placement } from '../../store/media/edits.ts';
import { inputOf, pictureInput, type FfmpegSource } from './ffmpeg-input.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import type { TimeRange } from './time-range.ts';
import { EVEN, watermarkFilter, type PictureSize } from './watermark-filter.ts';

/** The changes of an edit; absent ones change nothing. */
export interface FfmpegEdit {
  range: TimeRange | undefined;
  watermarks: readonly { path: string; placement: Placement }[];
  /** The size of the video's picture, if it has one. */
  frame: PictureSize | undefined;
}

/** The system's ffmpeg, where there is one: it encodes what copying cannot, and takes pictures. */
export class Ffmpeg {
  readonly #command: string;

  constructor(command: string) {
    this.#command = command;
  }

  /** An ffmpeg that runs here, or nothing. `wanted` is a command, or false for doing without. */
  static async find(wanted: string | false = 'ffmpeg'): Promise<Ffmpeg | undefined> {
    if (wanted === false) return undefined;
    try {
      await promisify(execFile)(wanted, ['-version'], { timeout: 10_000 });
      return new Ffmpeg(wanted);
    } catch {
      return undefined;
    }
  }

  /** Encodes H.264 and AAC of at most `lines` lines (of a 16:9 picture), a key frame every two seconds. */
  async encode(source: FfmpegSource, lines: number, to: string, signal: AbortSignal): Promise<void> {
    const [long, short] = [String(Math.round((lines * 16) / 9)), String(lines)];
    // The box lies or stands as the picture does and never enlarges it; both sides come out even, as encoders want.
    const scale =
      `scale='min(iw,if(gte(iw,ih),${long},${short}))':'min(ih,if(gte(iw,ih),${short},${long}))'` +
      ':force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1';
    await this.#run(
      [
        ...inputOf(source),
        ...['-map', '0:V:0?', '-map', '0:a:0?', '-sn', '-dn'],
        ...['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
        ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
        ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
        ...['-movflags', '+faststart', '-f', 'mp4', to],
      ],
      source,
      signal,
    );
  }

  /** Cuts a range out, exactly, and lays pictures over it, at a quality from which the renditions can be made. */
  async edit(
    source: FfmpegSource,
    { range, watermarks, frame }: FfmpegEdit,
    to: string,
    signal: AbortSignal,
  ): Promise<void> {
    const cut = range ? ['-ss', range.start.toFixed(3), '-t', (range.end - range.start).toFixed(3)] : [];
    const pictures = (await Promise.all(watermarks.map(({ path: file }) => pictureInput(file)))).flat();
    const laid =
      frame && watermarks.length > 0
        ? [
            '-filter_complex',
            watermarkFilter(
              watermarks.map(({ placement }) => placement),
              frame,
            ),
            '-map',
            '[out]',
          ]
        : ['-map', '0:V:0?'];
    await this.#run(
      [
        ...[...cut, ...inputOf(source), ...pictures, ...laid, '-map', '0:a:0?', '-sn', '-dn'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p'],
        // Odd sides are no sides for this encoding.
        ...(laid[0] === '-map' ? ['-vf', EVEN] : []),
        ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
        ...['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', '48000'],
        ...['-movflags', '+faststart', '-f', 'mp4', to],
      ],
      source,
      signal,
    );
  }

  /** Takes the picture at `seconds`, at most 1280 wide. */
  async snapshot(source: FfmpegSource, seconds: number, to: string, signal: AbortSignal): Promise<void> {
    await this.#run(
      [
        ...['-ss', seconds.toFixed(3)],
        ...inputOf(source),
        ...['-map', '0:V:0', '-frames:v', '1', '-vf', "scale='min(1280,iw)':-2", '-q:v', '4'],
        ...['-f', 'image2', '-c:v', 'mjpeg', '-update', '1', to],
      ],
      source,
      signal,
    );
  }

  /** Runs it; when it fails it is restarted once: it may have been killed, or have been short of memory. */
  async #run(args: readonly string[], { files }: FfmpegSource, signal: AbortSignal): Promise<void> {
    // Inputs are named relative to their folder: its own name may hold what the concat protocol takes as a sign.
    const run = () => runFfmpeg(this.#command, args, path.dirname(files[0]?.path ?? '.'), signal);
    await run().catch(() => {
      signal.throwIfAborted();
      return run();
    });
  }
}
