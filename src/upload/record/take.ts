import { GrowingFile } from './growing-file.ts';
import type { Journal } from './journal.ts';
import type { RecordWorld } from './record-world.ts';
import { recordingName, recordingType } from './recording-type.ts';

/** How a recording is made. */
export interface TakeOptions {
  /** Milliseconds between two pieces, at most. */
  timeslice: number;
  /** Bits a second of the picture. */
  bitrate: number | undefined;
  /** Begins a journal; nothing where there can be none. */
  journal: ((file: File) => Promise<Journal | undefined>) | undefined;
  /** Called at every piece, and whenever anything else changes. */
  onChange: () => void;
}

/** One recording while it is made: from the first picture to the last piece. */
export class Take {
  readonly file: GrowingFile;
  readonly #recorder: MediaRecorder;
  readonly #now: () => number;
  readonly #onChange: () => void;
  #journal: Promise<Journal | undefined>;
  #phase: 'recording' | 'paused' | 'stopping' | 'done' = 'recording';
  #isKept = false;
  /** Milliseconds up to the last pause, and when it went on. */
  #before = 0;
  #since: number | undefined;

  constructor(world: RecordWorld, stream: MediaStream, options: TakeOptions) {
    const { timeslice, bitrate, journal } = options;
    const type = recordingType(world.isTypeSupported, stream.getAudioTracks().length > 0);
    this.#recorder = world.record(stream, {
      ...(type === '' ? {} : { mimeType: type }),
      ...(bitrate === undefined ? {} : { videoBitsPerSecond: bitrate }),
      // MP4 is written in fragments that begin with a key frame: left to itself, a browser takes five seconds for one.
      videoKeyFrameIntervalDuration: timeslice,
    });
    const [plain = ''] = (type || this.#recorder.mimeType).split(';');
    this.file = new GrowingFile(recordingName(plain, new Date()), plain || 'video/webm');
    this.#now = world.now;
    this.#onChange = options.onChange;
    const recorder = this.#recorder;
    const over = new AbortController();
    recorder.addEventListener('dataavailable', this.#takePiece, { signal: over.signal });
    // After an error, too.
    recorder.addEventListener(
      'stop',
      () => {
        over.abort();
        this.#end();
      },
      { signal: over.signal },
    );
    // Half as long, since a piece comes with the first fragment after it.
    recorder.start(timeslice / 2);
    world.tick(this.#onChange, over.signal);
    this.#since = this.#now();
    this.#journal = journal ? journal(this.file).catch(() => undefined) : Promise.resolve(undefined);
    void this.#journal.then((begun) => {
      this.#keep(begun !== undefined);
    });
  }

  get phase(): 'recording' | 'paused' | 'stopping' | 'done' {
    return this.#phase;
  }

  /** Seconds that are recorded, pauses left out. */
  get seconds(): number {
    const running = this.#since === undefined ? 0 : this.#now() - this.#since;
    return (this.#before + running) / 1000;
  }

  /** True while every piece is in the journal, too. */
  get isKept(): boolean {
    return this.#isKept;
  }

  pause(): void {
    if (this.#phase !== 'recording' || this.#recorder.state !== 'recording') return;
    this.#recorder.pause();
    this.#rest('paused');
  }

  resume(): void {
    if (this.#phase !== 'paused' || this.#recorder.state !== 'paused') return;
    this.#recorder.resume();
    this.#since = this.#now();
    this.#phase = 'recording';
    this.#onChange();
  }

  stop(): void {
    if (this.#phase === 'stopping' || this.#phase === 'done') return;
    // It has stopped by itself where everything that it recorded has ended: its last event is on the way.
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    this.#rest('stopping');
  }

  /** Keeps the recording no longer than the page lives. */
  async forget(): Promise<void> {
    const journal = await this.#journal;
    this.#journal = Promise.resolve(undefined);
    await journal?.discard();
  }

  readonly #takePiece = ({ data }: BlobEvent): void => {
    if (data.size === 0) return;
    this.file.append(data);
    // One after the other: a journal with a hole is worth nothing behind it.
    this.#journal = this.#journal.then(async (journal) => {
      try {
        await journal?.write(data);
        return journal;
      } catch {
        // No room left, most likely: the recording goes on, and its beginning stays kept.
        this.#keep(false);
        return undefined;
      }
    });
    this.#onChange();
  };

  #keep(isKept: boolean): void {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#onChange();
  }

  #end(): void {
    this.file.end();
    this.#rest('done');
  }

  #rest(phase: 'paused' | 'stopping' | 'done'): void {
    this.#before = this.seconds * 1000;
    this.#since = undefined;
    this.#phase = phase;
    this.#onChange();
  }
}
