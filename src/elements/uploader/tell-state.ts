import type { VhErrorCode } from '../../core/vh-error.ts';
import type { UploaderWords } from '../../locales/en/uploader.ts';
import type { UploadProgress, UploadState } from '../../upload/upload-state.ts';
import { formatBytes, formatPercent, formatSpeed, formatTime } from './quantities.ts';

/** What a person reads about an upload: how far it is, or what it waits for. */
export function tellState(state: UploadState, words: UploaderWords, locale: string): string {
  switch (state.status) {
    case 'idle':
      return `${words.chosen} · ${formatBytes(state.total, locale)}`;
    case 'uploading':
      return tellProgress(state, words, locale);
    case 'paused':
      return `${words.paused} · ${formatPercent(share(state), locale)}`;
    case 'waiting':
      return words[state.why];
    case 'failed':
      return words[ERRORS[state.error.code] ?? 'failed'];
    default:
      return words[state.status];
  }
}

/** The part of the file that has left, from 0 to 1. */
export function share({ sent, total }: UploadProgress): number {
  return total > 0 ? sent / total : 0;
}

function tellProgress(state: UploadProgress, words: UploaderWords, locale: string): string {
  const { speed, secondsLeft } = state;
  const parts = [formatPercent(share(state), locale)];
  if (speed) parts.push(formatSpeed(speed, locale));
  if (secondsLeft) parts.push(words.left.replace('{time}', formatTime(secondsLeft, locale)));
  return parts.join(' · ');
}

/** What viewers read about an error; the code itself is for the page. */
const ERRORS: { readonly [Code in VhErrorCode]?: keyof UploaderWords } = {
  'file-empty': 'fileEmpty',
  'file-too-large': 'fileTooLarge',
  'file-type-refused': 'fileType',
  'file-refused': 'fileRefused',
  'file-unreadable': 'fileGone',
  'file-changed': 'fileGone',
  'grant-missing': 'notSetUp',
  'invalid-use': 'notSetUp',
  'grant-refused': 'rightEnded',
  'token-invalid': 'rightEnded',
  'token-expired': 'rightEnded',
  'network': 'unreachable',
  'timeout': 'unreachable',
  'rate-limited': 'unreachable',
  'service-unavailable': 'unreachable',
  'processing-failed': 'processingFailed',
};

/** True when the same file may do better at another try. */
export function isWorthRetrying(code: VhErrorCode): boolean {
  return !code.startsWith('file-') && code !== 'processing-failed';
}
