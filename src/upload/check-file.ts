import { VhError } from '../core/vh-error.ts';
import { growthOf } from './growth.ts';

/** What a page asks of a file. */
export interface FileRules {
  /** As an `input`'s `accept`: `video/*,.mov`. Empty takes everything. */
  accept?: string | undefined;
  /** Bytes. */
  maxSize?: number | undefined;
  /** Asked last, about a file that keeps the other rules; false refuses it, and so does a reason. */
  ask?: ((file: File) => boolean | VhError | undefined) | undefined;
}

/** Why a file cannot be uploaded, as far as can be told without reading it; nothing when it can. */
export function checkFile(file: File, { accept, maxSize, ask }: FileRules): VhError | undefined {
  if (file.size === 0 && !growthOf(file)) return new VhError('file-empty', 'The file has no bytes.');
  if (file.size > (maxSize ?? Infinity)) {
    return new VhError('file-too-large', 'The file is larger than the page allows.');
  }
  if (!isAccepted(file, accept ?? ''))
    return new VhError('file-type-refused', 'The page takes other kinds of file.');
  const answer = ask?.(file);
  return answer === false
    ? new VhError('file-refused', 'The page refused the file.')
    : answer === true
      ? undefined
      : answer;
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
