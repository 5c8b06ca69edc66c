import { VhError } from '../../core/errors/vh-error.ts';
import { asGrowing } from '../ports/recording-file.ts';

/** The page's rules for a file. */
export interface FileRules {
  /** As an `input`'s `accept`: `video/*,.mov`. Unknown forms are ignored; empty takes every file. */
  accept?: string | undefined;
  /** Bytes; only a positive number is a limit. */
  maxSize?: number | undefined;
  /** Called last, for a file that keeps the other rules. False or an error refuses the file. */
  ask?: ((file: File) => boolean | VhError | undefined) | undefined;
}

/** The reason to refuse a file, as far as it shows without reading it; undefined when there is none. */
export function checkFile(file: File, { accept, maxSize, ask }: FileRules): VhError | undefined {
  if (file.size === 0 && !asGrowing(file)) return new VhError('file-empty', 'The file has no bytes.');
  if (maxSize && maxSize > 0 && file.size > maxSize) {
    return new VhError('file-too-large', 'The file is larger than the page allows.');
  }
  if (!isAccepted(file, accept ?? ''))
    return new VhError('file-type-refused', 'The page does not accept this kind of file.');
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
    .map((kind) => kind.replace(/;.*/, '').trim())
    .filter((kind) => /^\.|\/|^\*$/.test(kind));
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return kinds.length === 0 || kinds.some((kind) => matches(kind, name, type));
}

/** Files that some systems have no type for, or a wrong one: `.ts` is said to be a text. */
const VIDEO_NAME = /\.(mkv|mov|mp4|m4v|webm|avi|mpe?g|m?ts|m2ts|3gp|wmv|flv|mxf)$/;

function matches(kind: string, name: string, type: string): boolean {
  if (kind.startsWith('.')) return name.endsWith(kind);
  if (kind === '*' || kind === '*/*') return true;
  if (!kind.endsWith('/*')) return type === kind;
  return type.startsWith(kind.slice(0, -1)) || (kind === 'video/*' && VIDEO_NAME.test(name));
}
