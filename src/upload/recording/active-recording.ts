import { withDeadline } from '../../core/async/deadline.ts';
import { GrowingFile } from './journal/growing-file.ts';
import { JournalMemory } from './journal/journal-memory.ts';
import type { Journal } from './journal/journal.ts';
import type { RecordEnvironment } from './capture/record-environment.ts';
import { recordingName, recordingType } from './capture/recording-type.ts';

/** Settings of an `ActiveRecording`. */
export interface ActiveRecordingOptions {
  /** Milliseconds between two pieces, at most. */
  timeslice: number;
  /** Bits a second of the picture. */
  bitrate: number | undefined;
  /** Begins a journal; undefined where there is none. */
  journal: ((file: File) => Promise<Journal | undefined>) | undefined;
  /** Seconds, and bytes, at which it ends automatically. */
  longest?: number | undefined;
  largest?: number | undefined;
  /** True to leave the file open at its end, until `keep()`. */
  isReviewed?: boolean | undefined;
  /** Called at every piece, and whenever anything else changes. */
  onChange: () => void;
}

/** A recorder that was asked to stop may take so long for its last piece. */
const STOP_TIMEOUT_MS = 10_000;

/** Milliseconds: no piece is sent before the journal has begun, nor does the recording end. */
const JOURNAL_TIMEOUT_MS = 5_000;

/** The journal, unless it cannot be begun or that takes too long: one that comes late lacks the first pieces. */
async function beginInTime(begun: Promise<Journal | undefined> | undefined): Promise<Journal | undefined> {
  if (!begun) return undefined;
  return withDeadline(begun, JOURNAL_TIMEOUT_MS, 'The disk is too slow.').catch(() => {
    begun.then((late) => late?.discard()).catch(() => {});
    return undefined;
  });
}

/** One recording while it is made: from the first picture to the last piece. */
export class ActiveRecording {
  readonly file: GrowingFile;
  readonly #recorder: MediaRecorder;
  readonly #now: () => number;
  readonly #onChange: () => void;
  readonly #longest: number;
  readonly #largest: number;
  readonly #isReviewed: boolean;
  readonly #journal: Promise<Journal | undefined>;
  readonly #scope = new AbortController();
  readonly #ended: Promise<void>;
  #isEnded = () => {};
  /** Resolves when all pieces up to now are in the file. */
  #written: Promise<void>;
  #phase: 'recording' | 'paused' | 'stopping' | 'done' = 'recording';
  #isKept = false;
  /** Milliseconds up to the last pause, and the time of the last resume. */
  #elapsedMs = 0;
  #runningSince: number | undefined;

  constructor(environment: RecordEnvironment, stream: MediaStream, options: ActiveRecordingOptions) {
    const { timeslice, bitrate, journal } = options;
    const type = recordingType(environment.isTypeSupported, stream.getAudioTracks().length > 0);
    this.#recorder = environment.record(stream, {
      ...(type === '' ? {} : { mimeType: type }),
      ...(bitrate === undefined ? {} : { videoBitsPerSecond: bitrate }),
      // MP4 is written in fragments that begin with a key frame: left to itself, a browser takes five seconds for one.
      videoKeyFrameIntervalDuration: timeslice,
    });
    const [plain = ''] = (type || this.#recorder.mimeType).split(';');
    this.file = new GrowingFile(recordingName(plain, new Date()), plain || 'video/webm');
    this.#ended = new Promise((resolve) => (this.#isEnded = resolve));
    this.#now = environment.now;
    this.#onChange = options.onChange;
    this.#longest = options.longest ?? Infinity;
    this.#largest = options.largest ?? Infinity;
    this.#isReviewed = options.isReviewed === true;
    const recorder = this.#recorder;
    const { signal } = this.#scope;
    recorder.addEventListener('dataavailable', this.#onPiece, { signal });
    // After an error, too.
    recorder.addEventListener('stop', () => this.#end(), { signal });
    // Half as long, since a piece comes with the first fragment after it.
    recorder.start(timeslice / 2);
    environment.tick(() => this.#tick(), signal);
    this.#runningSince = this.#now();
    this.#journal = beginInTime(journal?.(this.file));
    const memory = this.#journal.then((begun) => begun && new JournalMemory(begun, this.file));
    this.file.openMemory = () => memory;
    this.#written = this.#journal.then((begun) => {
      this.#setKept(begun !== undefined);
    });
  }

  get phase(): 'recording' | 'paused' | 'stopping' | 'done' {
    return this.#phase;
  }

  /** Seconds that are recorded, pauses left out. */
  get seconds(): number {
    const running = this.#runningSince === undefined ? 0 : this.#now() - this.#runningSince;
    return (this.#elapsedMs + running) / 1000;
  }

  /** True while every piece is in the journal, too. */
  get isKept(): boolean {
    return this.#isKept;
  }

  pause(): void {
    if (this.#phase !== 'recording' || this.#recorder.state !== 'recording') return;
    this.#recorder.pause();
    this.#setPhase('paused');
  }

  resume(): void {
    if (this.#phase !== 'paused' || this.#recorder.state !== 'paused') return;
    this.#recorder.resume();
    this.#runningSince = this.#now();
    this.#phase = 'recording';
    this.#onChange();
  }

  stop(): void {
    if (this.#phase === 'stopping' || this.#phase === 'done') return;
    // The recorder stops when all its tracks have ended: its last event is on the way.
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    this.#setPhase('stopping');
    const timer = setTimeout(() => this.#end(), STOP_TIMEOUT_MS);
    this.#scope.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** Ends the file of a reviewed recording: its upload may end now. */
  keep(): void {
    if (this.#phase === 'done') this.file.end();
  }

  /** Discards the journal: the recording ends with the page. */
  async forget(): Promise<void> {
    await this.#written;
    await (await this.#journal)?.discard();
  }

  /** Resolves when its last piece is there: with true when the journal has every piece. */
  async ended(): Promise<boolean> {
    await this.#ended;
    return this.#isKept;
  }

  /** Releases the journal when the recording is over: another page may recover it. */
  async release(): Promise<void> {
    await this.#ended;
    (await this.#journal)?.release();
  }

  #tick(): void {
    if (this.seconds >= this.#longest && this.#phase === 'recording') this.stop();
    else this.#onChange();
  }

  readonly #onPiece = ({ data }: BlobEvent): void => {
    if (data.size === 0) return;
    // One after the other: a journal with a hole is worth nothing behind it.
    this.#written = this.#written.then(() => this.#writePiece(data));
  };

  /** Puts a piece into the file when it is kept, and from where it is kept: nothing leaves that a crash could lose. */
  async #writePiece(data: Blob): Promise<void> {
    const journal = this.#isKept ? await this.#journal : undefined;
    let piece = data;
    try {
      piece = (await journal?.write(data)) ?? data;
    } catch {
      // The disk is probably full: the recording continues, and its beginning stays stored.
      this.#setKept(false);
    }
    this.file.append(piece);
    // Pieces that are on their way come on top.
    if (this.file.size + 3 * piece.size > this.#largest) this.stop();
    this.#tick();
  }

  #setKept(isKept: boolean): void {
    if (isKept === this.#isKept) return;
    this.#isKept = isKept;
    this.#onChange();
  }

  #end(): void {
    this.#scope.abort();
    // A recording that the browser ended was running until now.
    if (this.#phase !== 'stopping') this.#setPhase('stopping');
    void this.#written.then(() => {
      if (!this.#isReviewed) this.file.end();
      this.#setPhase('done');
      this.#isEnded();
    });
  }

  #setPhase(phase: 'paused' | 'stopping' | 'done'): void {
    this.#elapsedMs = this.seconds * 1000;
    this.#runningSince = undefined;
    this.#phase = phase;
    this.#onChange();
  }
}
