import type { VhError, VhErrorCode } from '../../../core/errors/vh-error.ts';
import type { UploaderWords } from '../../../locales/en/uploader.ts';
import { numberFormat } from '../../../locales/format/number-format.ts';
import { pluralize, type Plural } from '../../../locales/format/plural.ts';
import {
  isRefused,
  isUnfinished,
  videoOf,
  type FileInfo,
  type QueueItem,
  type QueueItemState,
  type QueueState,
  type Upload,
  type UploadProgress,
  type VideoRules,
} from '../../../upload/index.ts';
import {
  formatBytes,
  formatDate,
  formatLength,
  formatPartOf,
  formatPercent,
  formatSeconds,
  formatSize,
  formatSpeed,
  formatTime,
} from '../../words/format-quantity.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { PLACEHOLDER } from './fill-with.ts';

/** The language to say it in, and what the page takes. */
export interface Language {
  readonly words: UploaderWords;
  readonly locale: string;
  readonly rules?: Pick<UploaderHost, 'maxSize' | 'accept'> & VideoRules;
  /** The file's own data, once it is checked. */
  readonly infoOf?: (upload: Upload) => FileInfo | undefined;
}

/** A file as its state is described. */
type Described = Pick<QueueItem, 'state'> & Partial<Pick<QueueItem, 'upload'>>;

/** Words, and the values that stand in them as `{name}`: a number or a name may run in the other direction. */
export type Phrase = readonly [text: string, values?: Readonly<Record<string, string>>];

/** The spoken state of an upload: its progress, or the reason why it waits. */
export const describeState = (item: Described, language: Language): string =>
  toText(phrasesFor(item, language));

/** The written state of an upload. */
export function phrasesFor(item: Described, language: Language): readonly Phrase[] {
  const { state } = item;
  const { words, locale } = language;
  switch (state.status) {
    case 'idle':
      return [[words.chosen], value(formatBytes(state.total, locale)), ...savedOf(item, language)];
    case 'queued':
      return [[words.queued], value(formatBytes(state.total, locale)), ...savedOf(item, language)];
    case 'uploading':
      return describeProgress(state, language);
    case 'optimizing':
      return [[words.optimizing], value(formatPercent(state.made, locale)), ...leftOf(state, language)];
    case 'processing':
    case 'stored':
    case 'playable':
      return [[words[state.status]], ...savedOf(item, language)];
    case 'duplicate':
      return [[words.duplicate, { date: formatDate(state.duplicateOf.uploadedAt, locale) }]];
    case 'paused':
      return [[words.paused], value(formatPercent(share(state), locale)), sentOf(state, language)];
    case 'waiting': {
      const seconds = secondsUntil(state);
      const why: Phrase =
        seconds === undefined
          ? [words[state.why === 'network' && !state.sent ? 'noConnection' : state.why]]
          : [words.busyFor, { time: formatSeconds(seconds, locale) }];
      return [why, ...keptOf(state, language)];
    }
    case 'failed':
      return [describeError(state, language, item.upload && language.infoOf?.(item.upload))];
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

/** What is known of an upload that waits: what the service has, or how much has left, which it may have. */
function keptOf(state: UploadProgress, language: Language): readonly Phrase[] {
  const { sent, stored, total } = state;
  if (stored > 0) return [[language.words.storedOf, formatPartOf(stored, total, language.locale)]];
  // All of it says that nothing is left to do.
  return sent > 0 && sent < total ? [sentOf(state, language)] : [];
}

/** Seconds until the next attempt at a busy service; nothing for less than two. */
export function secondsUntil(state: QueueItemState): number | undefined {
  if (state.status !== 'waiting' || state.why !== 'busy' || state.until === undefined) return undefined;
  const seconds = Math.ceil((state.until - Date.now()) / 1000);
  return seconds < 2 ? undefined : seconds;
}

/** By how much the film was made smaller; nothing of one that is also shorter. */
function savedOf({ upload }: Described, { words, locale }: Language): readonly Phrase[] {
  if (upload?.trim) return [];
  const [size, chosen] = [upload?.file.size ?? 0, upload?.chosenFile.size ?? 0];
  return size < chosen ? [[words.saved, { percent: formatPercent(1 - size / chosen, locale) }]] : [];
}

function describeError(
  { error, total, stored }: Extract<QueueItemState, { status: 'failed' }>,
  { words, locale, rules = { accept: '', maxSize: undefined } }: Language,
  info: FileInfo | undefined,
): Phrase {
  const numbers = info && brokenRule(error.code, info, rules, locale);
  if (numbers) return [words[numbers.word], numbers.values];
  const { maxSize, accept = 'video/*' } = rules;
  if (error.code === 'file-too-large' && maxSize && total > maxSize) {
    const [size, limit] = [total, maxSize].map((bytes) => formatBytes(bytes, locale));
    return [words.fileTooLargeBy, { size: size ?? '', limit: limit ?? '' }];
  }
  if (error.code === 'file-type-refused' && accept.includes('video/*')) return [words.fileNotVideo];
  const word = WORD_BY_CODE[error.code] ?? 'failed';
  return [words[word === 'unreachable' && !stored ? 'notReached' : word]];
}

/** The sentence that names a video's own measure and the page's limit; nothing where the two would read the same. */
function brokenRule(
  code: VhErrorCode,
  { duration, width, height }: FileInfo,
  rules: VideoRules,
  locale: string,
): { word: PlainWord; values: Record<string, string> } | undefined {
  const word = WORD_BY_RULE[code];
  if (word === 'videoTooLongBy' || word === 'videoTooShortBy') {
    const most = word === 'videoTooLongBy' ? rules.maxDuration : rules.minDuration;
    const [time, limit] = [duration ?? 0, most ?? 0].map((seconds) => formatLength(seconds, locale));
    return time && limit && time !== limit ? { word, values: { time, limit } } : undefined;
  }
  if (!word || !width || !height) return undefined;
  const [across, down] =
    word === 'videoTooSmallBy' ? [rules.minWidth, rules.minHeight] : [rules.maxWidth, rules.maxHeight];
  const size = formatSize(width, height);
  return { word, values: { size, limit: formatSize(across ?? width, down ?? height) } };
}

const WORD_BY_RULE: { readonly [Code in VhErrorCode]?: PlainWord } = {
  'video-too-long': 'videoTooLongBy',
  'video-too-short': 'videoTooShortBy',
  'video-too-small': 'videoTooSmallBy',
  'video-too-large': 'videoTooLargeBy',
};

/** The text of a warning that does not stop the upload; undefined without one, or once it is over. */
export function noticeOf(state: QueueItemState): 'fleeting' | 'fullSize' | 'restarted' | undefined {
  const { status, notice } = state;
  if (!notice || !isUnfinished(status)) return undefined;
  if (notice.code === 'optimize-unavailable') return 'fullSize';
  if (notice.code !== 'upload-restarted') return 'fleeting';
  // While it waits for that, it says so itself.
  return status === 'waiting' && state.why === 'restart' ? undefined : 'restarted';
}

/** How many files there may be. */
export const describeLimit = (maxFiles = 0, { words, locale }: Language): string =>
  pluralize(words.tooMany, maxFiles, locale);

/** How many films were uploaded before and wait for an answer. */
export const describeDuplicates = (count: number, { words, locale }: Language): string =>
  words.duplicates.replace('{count}', numberFormat(locale).format(count));

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
  const refused = items.filter(isRefused).length;
  const count = pluralize(words.uploadedOf, items.length - refused, locale).replace(
    '{done}',
    numberFormat(locale).format(done),
  );
  const said: Phrase[] = refused < items.length ? [[count]] : [];
  if (status === 'running') said.push(...describeProgress(state, language));
  if (refused > 0) said.push([words.refusedCount, { count: numberFormat(locale).format(refused) }]);
  return said;
}

const ALMOST = 0.99;

/** The part that is done, from 0 to 1: of the bytes, or of the smaller film that is made before they leave. */
export function share(progress: QueueItemState | UploadProgress): number {
  if ('made' in progress) return progress.made;
  const { sent, stored, total } = progress;
  // The whole is the whole only once the service has it.
  return total > 0 ? Math.min(sent / total, stored < total ? ALMOST : 1) : 0;
}

function describeProgress(state: UploadProgress, language: Language): readonly Phrase[] {
  const { locale } = language;
  const { speed } = state;
  const percent = value(formatPercent(share(state), locale));
  if (state.sent >= state.total && state.stored < state.total) return [percent, [language.words.finishing]];
  const phrases = [percent, sentOf(state, language)];
  if (speed) phrases.push(value(formatSpeed(speed, locale)));
  return [...phrases, ...leftOf(state, language)];
}

function leftOf({ secondsLeft }: UploadProgress, { words, locale }: Language): readonly Phrase[] {
  return secondsLeft ? [[words.left, { time: formatTime(secondsLeft, locale) }]] : [];
}

/** Words without a number. */
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
  'backend-misconfigured': 'notSetUp',
  'blocked-by-policy': 'notSetUp',
  'invalid-use': 'notSetUp',
  'grant-refused': 'notAllowed',
  'token-invalid': 'rightEnded',
  'token-expired': 'rightEnded',
  'network': 'unreachable',
  'timeout': 'unreachable',
  'rate-limited': 'unreachable',
  'service-unavailable': 'unreachable',
  'processing-failed': 'processingFailed',
  'checksum-mismatch': 'checksumMismatch',
  'trim-empty': 'notCut',
  'trim-unavailable': 'notCut',
};

/** True for a film that was uploaded before, while its visitor has not said whether it is wanted again. */
export function isDuplicate({ state }: Pick<QueueItem, 'state'>): boolean {
  return state.status === 'duplicate';
}

/** True for a failed upload that another attempt may help. */
export function isRetried({ state }: Pick<QueueItem, 'state'>): boolean {
  return state.status === 'failed' && remedyFor(state.error) === 'retry';
}

/** The way out of an error: another try of the same file, or another grant; absent where neither helps. */
export function remedyFor({
  code,
  status,
}: Pick<VhError, 'code' | 'status'>): 'retry' | 'reload' | undefined {
  if (WORD_BY_CODE[code] === 'rightEnded') return 'reload';
  // A server's limit may be another one by now; the page's own is known.
  if (code === 'file-too-large' && status !== undefined) return 'retry';
  return /^(file|video)-/.test(code) || code === 'processing-failed' ? undefined : 'retry';
}
