import { VhError } from '../../../core/vh-error.ts';
import { checkFile } from '../../../upload/file/check-file.ts';
import { asRecording } from '../../../upload/file/recording-file.ts';
import { checkInfo } from '../../../upload/inspect/check-info.ts';
import type { FileInfo } from '../../../upload/inspect/file-info.ts';
import { inspectFile } from '../../../upload/inspect/inspect-file.ts';
import type { OptimizeOptions } from '../../../upload/optimize/optimize-file.ts';
import { prepareMemory } from '../../../upload/resume/browser-memory.ts';
import { VhFileAcceptEvent } from '../events/vh-file-accept-event.ts';
import type { UploaderHost } from '../uploader-host.ts';

/** What was found out about a file before its first byte leaves. */
export interface CheckedFile {
  /** The file under the name that the page has given it. */
  readonly file: File;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  /** Why it may not be uploaded; nothing when it may. */
  readonly refusal: VhError | undefined;
  /** Nothing for a file that is refused at sight. */
  readonly info: FileInfo | undefined;
  /** What it is uploaded in spite of. */
  readonly notice?: VhError | undefined;
}

/**
 * Holds a file against the page's rules, from the cheapest to the page's own word, and makes it smaller where the page
 * wishes that: `shrinking` follows it, and ends it when nobody waits for it any more.
 */
export async function checkAndPrepare(
  file: File,
  host: UploaderHost,
  shrinking: OptimizeOptions,
): Promise<CheckedFile> {
  const none = { file, metadata: undefined, info: undefined };
  const { accept, maxSize } = host;
  const unreadable = LIMITS.find((name) => isUnreadable(host[name]));
  if (unreadable) return { ...none, refusal: unreadableLimit(unreadable) };
  // A page that does not say what it takes has the dialog offer videos: what is dropped is no different.
  const rule = accept ?? (/^(text|image|font)/.test(file.type) ? 'video/*' : undefined);
  const refusal = checkFile(file, { accept: rule, maxSize });
  if (refusal) return { ...none, refusal };
  if (!host.withoutResume && !asRecording(file)) prepareMemory(file);
  const info = await inspectFile(file);
  const broken = checkInfo(info, host);
  if (broken) return { ...none, info, refusal: broken };
  const event = new VhFileAcceptEvent(file, info);
  if (!host.dispatchEvent(event)) {
    return { ...none, info, refusal: new VhError('file-refused', 'The page refused the file.') };
  }
  let notice: VhError | undefined;
  const onNotice = (told: VhError) => (notice = told);
  const small = await optimizeIfWanted(file, info, host.optimize, { ...shrinking, onNotice });
  const named = event.title === file.name ? small : renameFile(small, event.title);
  return { file: named, metadata: event.metadata, info, refusal: undefined, notice };
}

const LIMITS = [
  ...(['maxSize', 'maxDuration', 'minDuration', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const),
];

/** Pages in JavaScript set a property to anything. */
const isUnreadable = (limit: unknown): boolean => Number.isNaN(Number(limit ?? 0));

/** No limit at all would be worse: the page's author hears of it at the first file. */
function unreadableLimit(name: string): VhError {
  const attribute = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  return new VhError(
    'invalid-use',
    `${attribute} is no number${name === 'maxSize' ? ' of bytes, nor "2 GB"' : ''}.`,
  );
}

/** The same bytes under another name: nothing is copied. A page may set anything as the title. */
function renameFile(file: File, title: unknown): File {
  if (typeof title !== 'string' || title === file.name || title.trim() === '') return file;
  const recording = asRecording(file);
  if (recording) {
    // It cannot be wrapped: its bytes are not where a file's are, and more may come.
    recording.rename(title);
    return file;
  }
  return new File([file], title, { type: file.type, lastModified: file.lastModified });
}

/** A smaller film of the same where the page wishes it and it can be had; else the file itself. */
async function optimizeIfWanted(
  file: File,
  info: FileInfo | undefined,
  wish: string | null | undefined,
  options: OptimizeOptions,
): Promise<File> {
  // A recording is on its way already, or goes on where it was.
  if (typeof wish !== 'string' || !info || asRecording(file)) return file;
  const parts = await import('../../../upload/optimize/optimize-file.ts').catch(() => undefined);
  return parts?.optimizeFile(file, info, parts.parseGoal(wish), options).catch(() => file) ?? file;
}
