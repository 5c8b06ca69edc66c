import { VhError } from '../core/vh-error.ts';

/** What a page asks of a file. */
export interface FileRules {
  /** As an `input`'s `accept`: `video/*,.mov`. Empty takes everything. */
  accept?: string | undefined;
  /** Bytes. */
  maxSize?: number | undefined;
  /** Asked last, about a file that keeps the other rules. */
  ask?: ((file: File) => boolean) | undefined;
}

/** Why a file cannot be uploaded, as far as can be told without reading it; nothing when it can. */
export function checkFile(file: File, { accept, maxSize, ask }: FileRules): VhError | undefined {
  if (file.size === 0) return new VhError('file-empty', 'The file has no bytes.');
  if (maxSize !== undefined && file.size > maxSize) {
    return new VhError('file-too-large', 'The file is larger than the page allows.');
  }
  if (!isAccepted(file, accept ?? ''))
    return new VhError('file-type-refused', 'The page takes other kinds of file.');
  return ask?.(file) === false ? new VhError('file-refused', 'The page refused the file.') : undefined;
}

function isAccepted(file: File, accept: string): boolean {
  const kinds = accept
    .toLowerCase()
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return kinds.length === 0 || kinds.some((kind) => matches(kind, name, type));
}

function matches(kind: string, name: string, type: string): boolean {
  if (kind.startsWith('.')) return name.endsWith(kind);
  return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
}

/** What a file was when it was chosen. */
export type FileStamp = Pick<File, 'size' | 'lastModified'>;

/**
 * Throws when a byte of the file cannot be read, or when it is not the file that was chosen. A request that fails
 * for this reason looks like one that the network failed.
 */
export async function assertReadable(file: File, stamp: FileStamp, from = 0): Promise<void> {
  try {
    await file.slice(from, from + 1).arrayBuffer();
  } catch (cause) {
    throw (
      changed(file, stamp) ?? new VhError('file-unreadable', 'The file cannot be read any more.', { cause })
    );
  }
  const error = changed(file, stamp);
  if (error) throw error;
}

function changed(file: File, stamp: FileStamp): VhError | undefined {
  return file.size === stamp.size && file.lastModified === stamp.lastModified
    ? undefined
    : new VhError('file-changed', 'The file changed after it was chosen.');
}
