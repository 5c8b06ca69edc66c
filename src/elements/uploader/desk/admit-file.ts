import { VhError } from '../../../core/vh-error.ts';
import { checkFile } from '../../../upload/check-file.ts';
import { recordingOf } from '../../../upload/growth.ts';
import { checkInfo } from '../../../upload/inspect/check-info.ts';
import type { FileInfo } from '../../../upload/inspect/file-info.ts';
import { inspectFile } from '../../../upload/inspect/inspect-file.ts';
import type { OptimizeOptions } from '../../../upload/optimize/optimize-file.ts';
import { VhFileAcceptEvent } from '../events/vh-file-accept-event.ts';
import { shrinkFile } from './shrink-file.ts';
import type { UploaderHost } from '../uploader-host.ts';

/** What was found out about a file before its first byte leaves. */
export interface Admission {
  /** The file under the name that the page has given it. */
  readonly file: File;
  readonly metadata: Readonly<Record<string, string>> | undefined;
  /** Why it may not be uploaded; nothing when it may. */
  readonly refusal: VhError | undefined;
  /** Nothing for a file that is refused at sight. */
  readonly info: FileInfo | undefined;
}

/**
 * Holds a file against the page's rules, from the cheapest to the page's own word, and makes it smaller where the page
 * wishes that: `shrinking` follows it, and ends it when nobody waits for it any more.
 */
export async function admitFile(
  file: File,
  host: UploaderHost,
  shrinking: OptimizeOptions,
): Promise<Admission> {
  const none = { file, metadata: undefined, info: undefined };
  const { accept, maxSize } = host;
  // A page that does not say what it takes has the dialog offer videos: what is dropped is no different.
  const rule = accept ?? (/^(text|image|font)/.test(file.type) ? 'video/*' : undefined);
  const refusal = checkFile(file, { accept: rule, maxSize });
  if (refusal) return { ...none, refusal };
  const info = await inspectFile(file);
  const broken = checkInfo(info, host);
  if (broken) return { ...none, info, refusal: broken };
  const event = new VhFileAcceptEvent(file, info);
  if (!host.dispatchEvent(event)) {
    return { ...none, info, refusal: new VhError('file-refused', 'The page refused the file.') };
  }
  const small = await shrinkFile(file, info, host.optimize, shrinking);
  const named = event.title === file.name ? small : rename(small, event.title);
  return { file: named, metadata: event.metadata, info, refusal: undefined };
}

/** The same bytes under another name: nothing is copied. */
function rename(file: File, title: string): File {
  if (title === file.name || title.trim() === '') return file;
  const recording = recordingOf(file);
  if (recording) {
    // It cannot be wrapped: its bytes are not where a file's are, and more may come.
    recording.rename(title);
    return file;
  }
  return new File([file], title, { type: file.type, lastModified: file.lastModified });
}
