import { VhError } from '../../../core/errors/vh-error.ts';
import {
  asRecording,
  checkInfo,
  earlierOf,
  inspectFile,
  mayBeUploaded,
  prepareMemory,
  sourceOf,
  loadExtras,
  type FileInfo,
  type FileRules,
  type PrepareFile,
  type PrepareOptions,
} from '../../../upload/index.ts';
import { VhFileAcceptEvent } from '../events/vh-file-accept-event.ts';
import { loadReports } from '../../setup/report.ts';
import type { UploaderHost } from '../host/uploader-host.ts';

/** A file that the page takes, and what the page says of it. */
export interface CheckedFile {
  /** The film to send: made smaller where the page wants that, under the name that the page gave it. */
  readonly file: File;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly notice: VhError | undefined;
  /** Makes the file to send when the upload starts: for what a person decides until then. */
  readonly finish: PrepareFile | undefined;
  /** Asks the visitor whether a film is wanted that was uploaded before; resolves when it is. */
  readonly ask?: ((options: PrepareOptions) => Promise<void>) | undefined;
}

/** How the making of a film is followed and ended. */
type MakeOptions = Pick<PrepareOptions, 'signal' | 'onOptimized' | 'trim'>;

/** How a check is followed and ended. */
interface CheckOptions extends MakeOptions {
  onInfo: (info: FileInfo) => void;
  /** True for a file that is about to leave. */
  isNext: boolean;
}

/** What the page says of a file's kind and size. */
export type KindAndSize = Pick<UploaderHost, 'accept' | 'maxSize'>;

/** The rules that need no look into the file. */
export function fileRules({ accept, maxSize }: KindAndSize, { type }: File): FileRules {
  // A page that does not say what it takes has the dialog offer videos: dropped files are no different.
  return { accept: accept ?? (/^(text|image|font)/.test(type) ? 'video/*' : undefined), maxSize };
}

/**
 * Checks a file against the page's rules, asks the page, and makes the film smaller where the page wants that. Rejects
 * with the reason why the file may not be uploaded.
 */
export async function checkAndPrepare(
  file: File,
  host: UploaderHost,
  { signal, onOptimized, onInfo, isNext }: CheckOptions,
): Promise<CheckedFile> {
  signal.throwIfAborted();
  const unreadable = LIMITS.find((name) => isUnreadable(host[name]));
  if (unreadable) throw await unreadableLimit(host, unreadable);
  const inspection = inspectFile(file, { signal });
  // After that has begun to read: this reads more. Of hundreds, it would be too old when the others have their turn.
  if (isNext && !host.withoutResume && !asRecording(file)) prepareMemory(file);
  const info = await inspection;
  onInfo(info);
  const broken = checkInfo(info, host);
  if (broken) throw broken;
  // A new film waits for nothing.
  const films = mayBeUploaded(file) ? await (await loadExtras())?.loadFilms() : undefined;
  const event = new VhFileAcceptEvent(file, info, await films?.findFilm(file, host, signal));
  if (!host.dispatchEvent(event)) throw new VhError('file-refused', 'The page refused the file.');
  const { title, metadata, duplicateOf } = event;
  const ask = duplicateOf && !event.uploadAgain ? films?.askAgain.bind(undefined, duplicateOf) : undefined;
  // The very bytes and the name that an earlier page has sent: its visitor has said that it is wanted.
  if (earlierOf(file)) return { file, metadata, notice: undefined, finish: undefined };
  const named = (made: File) => (title === file.name ? made : renameFile(made, title));
  const make = async (options: MakeOptions) => {
    const { film, notice } = await makeFilm(file, info, host, options);
    return { file: named(film), notice };
  };
  // A recording is already being sent, or resumes.
  const isCut = host.withTrim && info.videoCodec !== undefined && !asRecording(file);
  if (isCut || ask) return { file: named(file), metadata, notice: undefined, finish: make, ask };
  return { ...(await make({ signal, onOptimized })), metadata, finish: undefined };
}

const LIMITS = [
  ...(['maxSize', 'maxDuration', 'minDuration', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const),
];

/** Pages in JavaScript set a property to anything. */
const isUnreadable = (limit: unknown): boolean => Number.isNaN(Number(limit ?? 0));

/** No limit at all would be worse: the page's author gets an error at the first file. */
async function unreadableLimit(host: UploaderHost, name: string): Promise<VhError> {
  const attribute = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  // In the words of the console's line about the attribute.
  const reports = await loadReports();
  return new VhError(
    'invalid-use',
    reports?.ignoredNumber(host, attribute) ?? `${attribute} cannot be read.`,
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
  const renamed = new File([file], title, { type: file.type, lastModified: file.lastModified });
  return Object.assign(renamed, { source: sourceOf(file) });
}

/** What the author keeps of a film, as small as the page wants it. Rejects where it cannot be cut. */
async function makeFilm(
  file: File,
  info: FileInfo,
  { optimize: goal }: UploaderHost,
  { signal, onOptimized: onProgress, trim }: MakeOptions,
): Promise<{ film: File; notice: VhError | undefined }> {
  let notice: VhError | undefined;
  if ((!trim && typeof goal !== 'string') || asRecording(file)) return { film: file, notice };
  const extras = await loadExtras();
  if (!extras && trim)
    throw new VhError('trim-unavailable', 'The code that cuts the film could not be fetched.');
  const onNotice = (reported: VhError) => (notice = reported);
  const film = await extras?.makeFilm(file, info, { trim, goal }, { signal, onNotice, onProgress });
  return { film: film ?? file, notice };
}
