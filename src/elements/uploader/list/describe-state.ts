import type { VhErrorCode } from '../../../core/vh-error.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { numberFormat } from '../../../locales/number-format.ts';
import { pluralize, type Plural } from '../../../locales/plural.ts';
import type { QueueItem, QueueItemStatus } from '../../../upload/queue/queue-state.ts';
import { videoOf, type QueueItemState, type QueueState } from '../../../upload/queue/queue-state.ts';
import { isUnfinished as isUploadUnfinished, type UploadProgress } from '../../../upload/upload-state.ts';
import { formatBytes, formatPercent, formatSpeed, formatTime } from '../../format-quantity.ts';

/** What a person reads about an upload: how far it is, or what it waits for. */
export function describeState(state: QueueItemState, words: UploaderWords, locale: string): string {
  switch (state.status) {
    case 'idle':
      return `${words.chosen} · ${formatBytes(state.total, locale)}`;
    case 'queued':
      return `${words.queued} · ${formatBytes(state.total, locale)}`;
    case 'uploading':
      return describeProgress(state, words, locale);
    case 'optimizing':
      return `${words.optimizing} · ${formatPercent(state.made, locale)}`;
    case 'paused':
      return `${words.paused} · ${formatPercent(share(state), locale)}`;
    case 'waiting':
      return words[state.why];
    case 'failed':
      return words[WORD_BY_CODE[state.error.code] ?? 'failed'];
    default:
      return words[state.status];
  }
}

/** The word for what an upload goes on in spite of; nothing when there is nothing, or it does not matter any more. */
export function noticeOf(state: QueueItemState): 'fleeting' | 'fullSize' | 'restarted' | undefined {
  const { status, notice } = state;
  if (!notice || !isUnfinished(status)) return undefined;
  if (notice.code === 'optimize-unavailable') return 'fullSize';
  if (notice.code !== 'upload-restarted') return 'fleeting';
  // While it waits for that, it says so itself.
  return status === 'waiting' && state.why === 'anew' ? undefined : 'restarted';
}

/** What a person hears about a row that was moved to another place, from 0. */
export function describeMove(
  { name }: QueueItem,
  place: number,
  count: number,
  words: UploaderWords,
  locale: string,
): string {
  const number = numberFormat(locale);
  return words.moved
    .replace('{place}', number.format(place + 1))
    .replace('{count}', number.format(count))
    .replace('{name}', () => name);
}

/** What a person reads about all uploads together. */
export function describeTotal(state: QueueState, words: UploaderWords, locale: string): string {
  const { items, status } = state;
  const done = items.filter((item) => videoOf(item)).length;
  const count = pluralize(words.uploadedOf, items.length, locale).replace(
    '{done}',
    numberFormat(locale).format(done),
  );
  return status === 'running' ? `${count} · ${describeProgress(state, words, locale)}` : count;
}

/** The part that is done, from 0 to 1: of the bytes, or of the smaller film that is made before they leave. */
export function share(progress: QueueItemState | UploadProgress): number {
  if ('made' in progress) return progress.made;
  return progress.total > 0 ? progress.sent / progress.total : 0;
}

/** True while leaving the page would lose bytes. */
export function isUnfinished(status: QueueItemStatus | undefined): boolean {
  return status === 'queued' || status === 'optimizing' || isUploadUnfinished(status);
}

function describeProgress(state: UploadProgress, words: UploaderWords, locale: string): string {
  const { speed, secondsLeft } = state;
  const parts = [formatPercent(share(state), locale)];
  if (speed) parts.push(formatSpeed(speed, locale));
  if (secondsLeft) parts.push(words.left.replace('{time}', formatTime(secondsLeft, locale)));
  return parts.join(' · ');
}

/** The words that stand for themselves, whatever the number. */
type PlainWord = {
  [Word in keyof UploaderWords]: UploaderWords[Word] extends Plural ? never : Word;
}[keyof UploaderWords];

/** What viewers read about an error; the code itself is for the page. */
const WORD_BY_CODE: { readonly [Code in VhErrorCode]?: PlainWord } = {
  'file-empty': 'fileEmpty',
  'file-too-large': 'fileTooLarge',
  'file-type-refused': 'fileType',
  'file-refused': 'fileRefused',
  'file-unreadable': 'fileGone',
  'file-changed': 'fileGone',
  'video-too-long': 'videoTooLong',
  'video-too-short': 'videoTooShort',
  'video-too-small': 'videoTooSmall',
  'video-too-large': 'videoTooLarge',
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
  return !/^(file|video)-/.test(code) && code !== 'processing-failed';
}

const STATUS_PRIORITY: readonly QueueItemStatus[] = [
  ...(['uploading', 'optimizing', 'granting', 'waiting', 'queued', 'paused', 'idle'] as const),
  ...(['failed', 'processing', 'stored', 'playable'] as const),
];

/** What all files together are doing: the first in the order that one of them is doing. */
export function overallStatus(items: readonly QueueItem[]): QueueItemStatus | 'empty' {
  return STATUS_PRIORITY.find((status) => items.some(({ state }) => state.status === status)) ?? 'empty';
}
