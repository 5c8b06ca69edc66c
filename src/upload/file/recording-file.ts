import type { OpenMemory } from '../resume/upload-memory.ts';

/** What a file can that is still being written, or was: a recording is one. Its size is what there is by now. */
export interface RecordingFile {
  /** True while more may come. */
  readonly isOpen: boolean;
  /** Remembers its upload across visits; nothing for one that is itself lost with the page. */
  readonly openMemory: OpenMemory | undefined;
  /** What it shows, where somebody has seen that while it was made; whoever takes it closes it. */
  readonly picture?: Promise<ImageBitmap | undefined> | undefined;
  /** Gives it another name. */
  rename: (name: string) => void;
  /** Resolves when there is more, or the end; at once after that. */
  grown: (signal: AbortSignal) => Promise<void>;
}

/** A recording, under way or over; nothing for any other file. */
export function asRecording(file: File): RecordingFile | undefined {
  return 'grown' in file ? (file as File & RecordingFile) : undefined;
}

/** How a file grows; nothing for one that is whole, or is by now. */
export function asGrowing(file: File): RecordingFile | undefined {
  const recording = asRecording(file);
  return recording?.isOpen ? recording : undefined;
}
