import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Placement } from '../store/edits.ts';
import type { StoredFile } from './extents-source.ts';
import type { Stretch } from './stretch.ts';
import { EVEN, watermarkFilter, type PictureSize } from './watermark-filter.ts';

/** What an edit does: nothing where nothing is said. */
export interface FfmpegEdit {
  stretch: Stretch | undefined;
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
  async encode(files: readonly StoredFile[], lines: number, to: string, signal: AbortSignal): Promise<void> {
    const [long, short] = [String(Math.round((lines * 16) / 9)), String(lines)];
    // The box lies or stands as the picture does and never enlarges it; both sides come out even, as encoders want.
    const scale =
      `scale='min(iw,if(gte(iw,ih),${long},${short}))':'min(ih,if(gte(iw,ih),${short},${long}))'` +
      ':force_original_aspect_ratio=decrease:force_divisible_by=2,setsar=1';
    await this.#run(
      [
        ...inputOf(files),
        ...['-map', '0:v:0?', '-map', '0:a:0?', '-sn', '-dn'],
        ...['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
        ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
        ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
        ...['-movflags', '+faststart', '-f', 'mp4', to],
      ],
      files,
      signal,
    );
  }

  /** Cuts a stretch out, exactly, and lays pictures over it, at a quality from which the renditions can be made. */
  async edit(
    files: readonly StoredFile[],
    { stretch, watermarks, frame }: FfmpegEdit,
    to: string,
    signal: AbortSignal,
  ): Promise<void> {
    const cut = stretch
      ? ['-ss', stretch.start.toFixed(3), '-t', (stretch.end - stretch.start).toFixed(3)]
      : [];
    const pictures = watermarks.flatMap(({ path: file }) => [...PROTOCOLS, '-i', `file:${file}`]);
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
        : ['-map', '0:v:0?'];
    await this.#run(
      [
        ...[...cut, ...inputOf(files), ...pictures, ...laid, '-map', '0:a:0?', '-sn', '-dn'],
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18', '-pix_fmt', 'yuv420p'],
        // Odd sides are no sides for this encoding.
        ...(laid[0] === '-map' ? ['-vf', EVEN] : []),
        ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
        ...['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', '48000'],
        ...['-movflags', '+faststart', '-f', 'mp4', to],
      ],
      files,
      signal,
    );
  }

  /** Takes the picture at `seconds`, at most 1280 wide. */
  async snapshot(
    files: readonly StoredFile[],
    seconds: number,
    to: string,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#run(
      [
        ...['-ss', seconds.toFixed(3)],
        ...inputOf(files),
        ...['-map', '0:v:0', '-frames:v', '1', '-vf', "scale='min(1280,iw)':-2", '-q:v', '4'],
        ...['-f', 'image2', '-c:v', 'mjpeg', '-update', '1', to],
      ],
      files,
      signal,
    );
  }

  async #run(args: readonly string[], files: readonly StoredFile[], signal: AbortSignal): Promise<void> {
    const child = spawn(this.#command, ['-v', 'error', '-nostdin', '-y', ...args], {
      // Inputs are named relative to their folder: its own name may hold what the concat protocol takes as a sign.
      cwd: path.dirname(files[0]?.path ?? '.'),
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(complaint.trim().split('\n').at(-1) ?? `ffmpeg ended with ${String(code)}`));
      });
    });
  }
}

const PROTOCOLS = ['-protocol_whitelist', 'file,concat'];

function inputOf(files: readonly StoredFile[]): string[] {
  const names = files.map((file) => path.basename(file.path));
  return [...PROTOCOLS, '-i', names.length === 1 ? `file:${names.join('')}` : `concat:${names.join('|')}`];
}
