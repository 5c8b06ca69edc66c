import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition, Variant } from '../store/media/encodings.ts';
import { throwIfStorage } from '../store/database/storage-failure.ts';
import { renameDurably } from '../store/files/durable.ts';
import type { StoredFile } from './extents-source.ts';
import type { Ffmpeg } from './ffmpeg/ffmpeg.ts';
import { copyObstacle, lowerQualities, sourceQuality, type Rung } from './ladder.ts';
import { PackagingWorker } from './packaging-worker.ts';
import type { Probe } from './probe.ts';

/** The input of one video's packaging, and its listeners. */
export interface PackagingOptions {
  files: readonly StoredFile[];
  /** Where its assets go. */
  folder: string;
  ffmpeg: Ffmpeg | undefined;
  /** How long it may last. */
  longestSeconds: number;
  signal: AbortSignal;
  /** Whether an MP4 is wanted besides HLS. */
  mp4: boolean;
  /** Renditions that an earlier, interrupted run has finished. */
  finished: readonly Rendition[];
  onProbe: (probe: Probe) => void;
  onRendition: (rendition: Rendition) => void;
  takePicture: () => Promise<void>;
  log: (line: string) => void;
  /** The process that reads and cuts; by default one of its own. */
  worker?: PackagingWorker;
}

/** Seconds before its beginning that a film may show rather than be encoded. */
const MAX_PRE_ROLL_SECONDS = 0.1;

type Rendered = Pick<Rendition, 'type' | 'quality'>;

/** The packaging of one video, from its stored bytes to its renditions, the source's own first. */
export class Packaging {
  readonly #options: PackagingOptions;
  readonly #worker: PackagingWorker;
  readonly #failures: string[] = [];

  constructor(options: PackagingOptions) {
    this.#options = options;
    this.#worker = options.worker ?? new PackagingWorker();
  }

  /** Makes the video playable; rejects with the reason, in words, when it cannot. */
  first(): Promise<Probe> {
    return this.#run(async () => {
      const { ffmpeg, onProbe, mp4, signal, takePicture, log } = this.#options;
      const probe = await this.#probe();
      signal.throwIfAborted();
      onProbe(probe);
      const source = sourceQuality(probe);
      const qualities = [...(ffmpeg ? lowerQualities(probe) : []), source];
      for (const { quality } of qualities) this.#report({ type: 'hls', quality }, 'waiting');
      if (mp4) this.#report({ type: 'mp4', quality: source.quality }, 'waiting');
      await this.#render({ type: 'hls', quality: source.quality }, () => this.#renderSource(probe, source));
      await takePicture().catch((error: unknown) => {
        throwIfStorage(error);
        log(`no picture could be taken: ${String(error)}`);
      });
      if (mp4) await this.#renderExtra({ type: 'mp4', quality: source.quality }, () => this.#writeMp4(probe));
      return probe;
    });
  }

  /**
   * Encodes the lower renditions, where there is an ffmpeg, and makes the MP4 where it came to be wanted later. Reports,
   * in words, what could not be made.
   */
  rest(probe: Probe): Promise<readonly string[]> {
    return this.#run(async () => {
      const { ffmpeg, mp4 } = this.#options;
      const { quality } = sourceQuality(probe);
      if (mp4) await this.#renderExtra({ type: 'mp4', quality }, () => this.#writeMp4(probe));
      for (const rung of ffmpeg ? lowerQualities(probe) : []) {
        await this.#renderExtra({ type: 'hls', quality: rung.quality }, () => this.#encodeHls(probe, rung));
      }
      return this.#failures;
    });
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#options;
    const stop = () => void this.#worker.stop();
    signal.addEventListener('abort', stop);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#worker.stop();
    }
  }

  async #probe(): Promise<Probe> {
    let why = '';
    const probe = await this.#worker.probe(this.#options.files).catch((error: unknown) => {
      throwIfStorage(error);
      why = `: ${reasonOf(error)}`;
      return undefined;
    });
    if (!probe?.video && !probe?.audio) throw new Error(`The file is not a video that can be read${why}.`);
    const { longestSeconds } = this.#options;
    if (probe.seconds <= longestSeconds) return probe;
    throw new Error(`The video is longer than ${String(longestSeconds / 3600)} hours.`);
  }

  async #render(rendition: Rendered, make: () => Promise<Variant | undefined>): Promise<void> {
    const { finished, signal } = this.#options;
    signal.throwIfAborted();
    if (finished.some(({ type, quality }) => type === rendition.type && quality === rendition.quality))
      return;
    this.#report(rendition, 'encoding');
    try {
      const variant = await make();
      this.#report(rendition, 'encoded', variant);
    } catch (error) {
      throwIfStorage(error);
      this.#report(rendition, 'failed');
      throw error;
    }
  }

  /** Renders what the video can do without: it plays already, and one rendition less is no reason to stop. */
  async #renderExtra(rendition: Rendered, make: () => Promise<Variant | undefined>): Promise<void> {
    await this.#render(rendition, make).catch((error: unknown) => {
      this.#options.signal.throwIfAborted();
      throwIfStorage(error);
      const name = `${rendition.type.toUpperCase()} ${rendition.quality}`;
      this.#failures.push(`${name} could not be made: ${reasonOf(error)}.`);
      this.#options.log(`${name} failed: ${reasonOf(error)}`);
    });
  }

  /** Copies the source, or encodes it where that cannot be, or fails. */
  async #renderSource(probe: Probe, source: Rung): Promise<Variant> {
    const { ffmpeg, files, log, signal } = this.#options;
    const obstacle = copyObstacle(probe);
    if (obstacle !== undefined && !ffmpeg) {
      throw new Error(
        `The file cannot be packaged as it is: ${obstacle}. With ffmpeg installed here it could be.`,
      );
    }
    let why = obstacle;
    const isCut = ffmpeg !== undefined && (probe.preRollSeconds ?? 0) > MAX_PRE_ROLL_SECONDS;
    if (isCut) why = 'it begins between two key frames';
    else if (obstacle === undefined) {
      try {
        return await this.#cut(files, source);
      } catch (error) {
        signal.throwIfAborted();
        throwIfStorage(error);
        why = reasonOf(error);
        if (!ffmpeg) throw new Error(`The file could not be packaged: ${why}.`, { cause: error });
        log(`copying failed, encoding instead: ${why}`);
      }
    }
    try {
      return await this.#encodeHls(probe, source, this.#path('mp4', 'source.mp4'));
    } catch (error) {
      throw new Error(
        `The file could not be packaged: ${why ?? ''}; encoding it failed: ${reasonOf(error)}.`,
        {
          cause: error,
        },
      );
    }
  }

  /** Cuts into a folder that gets its name only when it is whole. */
  async #cut(files: readonly StoredFile[], { quality }: Rung): Promise<Variant> {
    const work = this.#path('work', quality);
    const done = this.#path('hls', quality);
    const variant = await this.#worker.toHls(files, work);
    await renameDurably(work, done);
    return variant;
  }

  async #encodeHls(probe: Probe, rung: Rung, keepAs?: string): Promise<Variant> {
    const encoded = this.#path('work', `${rung.quality}.mp4`);
    await this.#encode(probe, rung, encoded);
    const variant = await this.#cut([{ path: encoded, size: (await stat(encoded)).size }], rung);
    if (keepAs === undefined) await rm(encoded);
    else await renameDurably(encoded, keepAs);
    return variant;
  }

  /** Makes the MP4, unless the source is one or encoding it has left one. */
  async #writeMp4(probe: Probe): Promise<undefined> {
    const done = this.#path('mp4', 'source.mp4');
    const exists = await stat(done).catch(() => undefined);
    if (exists || probe.container === 'video/mp4') return;
    const work = this.#path('work', 'source.mp4');
    await this.#worker.toMp4(this.#options.files, work).catch(async (error: unknown) => {
      throwIfStorage(error);
      if (!this.#options.ffmpeg) throw error;
      this.#options.log(`copying to MP4 failed, encoding instead: ${reasonOf(error)}`);
      await this.#encode(probe, sourceQuality(probe), work);
    });
    await renameDurably(work, done);
  }

  async #encode({ container }: Probe, { lines }: Rung, to: string): Promise<void> {
    const { ffmpeg, files, signal } = this.#options;
    if (!ffmpeg) throw new Error('there is no ffmpeg');
    signal.throwIfAborted();
    await mkdir(path.dirname(to), { recursive: true });
    await ffmpeg.encode({ files, container }, lines, to, signal);
  }

  #report(rendition: Rendered, status: Rendition['status'], variant?: Variant): void {
    const { finished, onRendition, signal } = this.#options;
    const isFinished = finished.some(
      ({ type, quality }) => type === rendition.type && quality === rendition.quality,
    );
    if (!isFinished && !signal.aborted) onRendition({ ...rendition, status, variant });
  }

  #path(...names: string[]): string {
    return path.join(this.#options.folder, ...names);
  }
}

/** An error's message without the folders of this machine. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/(?:\b[A-Za-z]:)?[\\/][^\s'"]*[\\/]/g, '').replace(/\.$/, '');
}
