import type { OpenMemory } from './upload-memory.ts';

/** The extra members of a recording, which may still be growing. Its size is that of its present bytes. */
export interface RecordingFile {
  /** True while more may come. */
  readonly isOpen: boolean;
  /** Opens its upload's memory; undefined for a recording that is lost with the page. */
  readonly openMemory: OpenMemory | undefined;
  /** A picture that was taken while recording; its user closes it. */
  readonly picture?: Promise<ImageBitmap | undefined> | undefined;
  /** Gives it another name. */
  rename: (name: string) => void;
  /** Resolves when there are more bytes, or at the end; at once after the end. */
  grown: (signal: AbortSignal) => Promise<void>;
}

/** The recording, growing or ended; undefined for any other file. */
export function asRecording(file: File): RecordingFile | undefined {
  return 'grown' in file ? (file as File & RecordingFile) : undefined;
}

/** The recording, if it is still growing. */
export function asGrowing(file: File): RecordingFile | undefined {
  const recording = asRecording(file);
  return recording?.isOpen ? recording : undefined;
}
