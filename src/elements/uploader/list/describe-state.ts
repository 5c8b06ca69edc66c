import type { VhErrorCode } from '../../../core/vh-error.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { numberFormat } from '../../../locales/number-format.ts';
import { pluralize, type Plural } from '../../../locales/plural.ts';
import {
  isUnfinished,
  videoOf,
  type QueueItem,
  type QueueItemState,
  type QueueState,
} from '../../../upload/queue/queue-state.ts';
import type { UploadProgress } from '../../../upload/upload-state.ts';
import { formatBytes, formatPartOf, formatPercent, formatSpeed, formatTime } from '../../format-quantity.ts';
import type { UploaderHost } from '../uploader-host.ts';
import { PLACEHOLDER } from './fill-with.ts';

/** The language to say it in, and what the page takes. */
export interface Language {
  readonly words: UploaderWords;
  readonly locale: string;
  readonly rules?: Pick<UploaderHost, 'maxSize' | 'accept'>;
}

/** Words, and the values that stand in them as `{name}`: a number or a name may run in the other direction. */
export type Phrase = readonly [text: string, values?: Readonly<Record<string, string>>];

/** The spoken state of an upload: its progress, or the reason why it waits. */
export const describeState = (state: QueueItemState, language: Language): string =>
  toText(phrasesFor(state, language));

/** The written state of an upload. */
export function phrasesFor(state: QueueItemState, language: Language): readonly Phrase[] {
  const { words, locale } = language;
  switch (state.status) {
    case 'idle':
      return [[words.chosen], value(formatBytes(state.total, locale))];
    case 'queued':
      return [[words.queued], value(formatBytes(state.total, locale))];
    case 'uploading':
      return describeProgress(state, language);
    case 'optimizing':
      return [[words.optimizing], value(formatPercent(state.made, locale))];
    case 'paused':
      return [[words.paused], value(formatPercent(share(state), locale)), sentOf(state, language)];
    case 'waiting':
      return [[words[state.why === 'network' && !state.sent ? 'noConnection' : state.why]]];
    case 'failed':
      return [describeError(state, language)];
    default:
      return [[words[state.status]]];
  }
}

/** Phrases as one text. */
export function toText(phrases: readonly Phrase[]): string {
  const fill = ([text, values = {}]: Phrase) =>
    text.replace(PLACEHOLDER, (place, name: string) => values[name] ?? place);
  return phrases.map(fill).join(' · ');
}

const value = (text: string): Phrase => ['{value}', { value: text }];

function sentOf({ sent, total }: UploadProgress, { words, locale }: Language): Phrase {
  return [words.sentOf, formatPartOf(sent, total, locale)];
}

function describeError(
  { error, total, sent }: Extract<QueueItemState, { status: 'failed' }>,
  { words, locale, rules = { accept: '', maxSize: undefined } }: Language,
): Phrase {
  const { maxSize, accept = 'video/*' } = rules;
  if (error.code === 'file-too-large' && maxSize && total > maxSize) {
    const [size, limit] = [total, maxSize].map((bytes) => formatBytes(bytes, locale));
    return [words.fileTooLargeBy, { size: size ?? '', limit: limit ?? '' }];
  }
  if (error.code === 'file-type-refused' && accept.includes('video/*')) return [words.fileNotVideo];
  const word = WORD_BY_CODE[error.code] ?? 'failed';
  return [words[word === 'unreachable' && !sent ? 'notReached' : word]];
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

/** How many files there may be. */
export const describeLimit = (maxFiles = 0, { words, locale }: Language): string =>
  pluralize(words.tooMany, maxFiles, locale);

/** The spoken result of moving a row to another place, counted from 0. */
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

/** The written state of all uploads together. */
export function describeTotal(state: QueueState, language: Language): readonly Phrase[] {
  const { items, status } = state;
  const { words, locale } = language;
  const done = items.filter((item) => videoOf(item)).length;
  const count = pluralize(words.uploadedOf, items.length, locale).replace(
    '{done}',
    numberFormat(locale).format(done),
  );
  return status === 'running' ? [[count], ...describeProgress(state, language)] : [[count]];
}

/** The part that is done, from 0 to 1: of the bytes, or of the smaller film that is made before they leave. */
export function share(progress: QueueItemState | UploadProgress): number {
  if ('made' in progress) return progress.made;
  return progress.total > 0 ? progress.sent / progress.total : 0;
}

function describeProgress(state: UploadProgress, language: Language): readonly Phrase[] {
  const { words, locale } = language;
  const { speed, secondsLeft } = state;
  const phrases = [value(formatPercent(share(state), locale)), sentOf(state, language)];
  if (speed) phrases.push(value(formatSpeed(speed, locale)));
  if (secondsLeft) phrases.push([words.left, { time: formatTime(secondsLeft, locale) }]);
  return phrases;
}

/** The words that stand for themselves, whatever the number. */
type PlainWord = {
  [Word in keyof UploaderWords]: UploaderWords[Word] extends Plural ? never : Word;
}[keyof UploaderWords];

/** The error in words for people; the code is for the page. */
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

/** The way out of an error: another try of the same file, or another grant; absent where neither helps. */
export function remedyFor(code: VhErrorCode): 'retry' | 'reload' | undefined {
  if (WORD_BY_CODE[code] === 'rightEnded') return 'reload';
  return /^(file|video)-/.test(code) || code === 'processing-failed' ? undefined : 'retry';
}
