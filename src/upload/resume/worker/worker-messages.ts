import { parseGrant, isProtocol } from '../../../core/wire/grant.ts';
import { readNumber, readRecord, readText } from '../../../core/wire/read-json.ts';
import type { GrantSettings } from '../../ports/grant-settings.ts';
import { uploadScope } from '../store/upload-scope.ts';

/** Goes up when the messages change: a worker of another version is as good as none. */
export const WORKER_VERSION = 1;

/** An upload as a page gives it to the worker, which sends on when the page has gone. */
export interface HeldUpload {
  /** The key of its record. */
  readonly key: string;
  /** Where it goes, and whose it is. */
  readonly scope: string;
  /** The group of the element that shows it. */
  readonly group: string;
  /** The tab of the page. */
  readonly tab: string | undefined;
  readonly file: File;
  readonly handle: FileSystemFileHandle | undefined;
  /** True while the visitor has paused it: the worker has the file, and sends nothing. */
  readonly isPaused: boolean;
  /** Set for one that has not begun, and may have no record: its place in the order of the page's files. */
  readonly waiting?: WaitingPlace | undefined;
  /** With absolute addresses; undefined for an upload that only a page can send. */
  readonly settings: GrantSettings | undefined;
}

/** A file that waits for its turn. */
export interface WaitingPlace {
  /** As in its record to come. */
  readonly chosenAt: number;
  /** It begins while fewer of its element's files are sent. */
  readonly places: number;
}

/** A page to the worker. Each comes with a port for the answer. */
export type PageMessage =
  /**
   * All that a page sends or has paused, at each change and from time to time. `turn` grows with each of a page; `kept` names
   * those that the worker has given to the page, and that it has not begun to send.
   */
  | { kind: 'hold'; page: string; turn: number; uploads: readonly HeldUpload[]; kept: readonly string[] }
  /** The page wants what earlier pages have left for such an uploader. */
  | {
      kind: 'claim';
      page: string;
      scope: string;
      group: string;
      tab: string | undefined;
      subject: string | undefined;
    }
  /** Another visitor than before: whatever is not for `subject` ends. */
  | { kind: 'keep-for'; subject: string | undefined }
  /** The visitor has signed out: what earlier pages have left ends, whoever's it is; with `group`, what elements of that show. */
  | { kind: 'sign-out'; page: string; tab: string | undefined; group: string | undefined }
  /** Is there a worker, and has it something to do? */
  | { kind: 'attend' };

/** What a page gets of an upload. */
export type HandedUpload = Omit<HeldUpload, 'tab' | 'settings'>;

/** The worker's answer. */
export interface WorkerAnswer {
  /** True while it sends, or will. */
  readonly isBusy: boolean;
  /** Answers `claim`. */
  readonly handed?: readonly HandedUpload[] | undefined;
  /** Answers `claim`: the keys of those that a page has which has not gone, or not yet. */
  readonly awaited?: readonly string[] | undefined;
}

/** The name of the lock that a page has for its life. */
export const pageLockName = (page: string): string => `vh-page ${page}`;

/** The message as it travels. */
export const sealed = (message: PageMessage | WorkerAnswer): unknown => ({
  ...message,
  vhUploads: WORKER_VERSION,
});

/** True for a message of this library, of whatever version. */
export const isOurs = (data: unknown): boolean => readNumber(readRecord(data)?.['vhUploads']) !== undefined;

/** The message of a page; undefined for any other. A site's scripts may send anything. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  const from = readRecord(data);
  if (from?.['vhUploads'] !== WORKER_VERSION) return undefined;
  const { kind, uploads, kept } = from;
  const page = readText(from['page']);
  const subject = readText(from['subject']);
  if (kind === 'attend') return { kind };
  if (kind === 'keep-for') return { kind, subject };
  if (!page) return undefined;
  if (kind === 'sign-out') return { kind, page, tab: readText(from['tab']), group: readText(from['group']) };
  if (kind === 'claim') {
    const scope = readText(from['scope']);
    if (scope === undefined) return undefined;
    return { kind, page, scope, subject, group: readText(from['group']) ?? '', tab: readText(from['tab']) };
  }
  const turn = readNumber(from['turn']);
  if (kind !== 'hold' || turn === undefined || !Array.isArray(uploads) || !Array.isArray(kept))
    return undefined;
  return {
    ...{ kind, page, turn },
    uploads: uploads.flatMap((upload: unknown) => parseHeldUpload(upload) ?? []),
    kept: kept.filter((key) => typeof key === 'string'),
  };
}

/** The worker's answer; undefined for any other, and for that of another version. */
export function parseWorkerAnswer(data: unknown): WorkerAnswer | undefined {
  const from = readRecord(data);
  if (from?.['vhUploads'] !== WORKER_VERSION || typeof from['isBusy'] !== 'boolean') return undefined;
  const { isBusy, handed, awaited } = from;
  return {
    isBusy,
    handed: Array.isArray(handed) ? handed.flatMap((one: unknown) => parseHanded(one) ?? []) : [],
    awaited: Array.isArray(awaited) ? awaited.filter((key) => typeof key === 'string') : [],
  };
}

function parseHanded(data: unknown): HandedUpload | undefined {
  const from = readRecord(data);
  const key = readText(from?.['key']);
  const scope = readText(from?.['scope']);
  const file = from?.['file'];
  if (!from || key === undefined || !scope || !key.startsWith(`${scope} `) || !(file instanceof File))
    return undefined;
  const waiting = readRecord(from['waiting']);
  const chosenAt = readNumber(waiting?.['chosenAt']);
  const places = readNumber(waiting?.['places']);
  return {
    ...{ key, scope, file },
    handle: asHandle(from['handle']),
    group: readText(from['group']) ?? '',
    isPaused: from['isPaused'] === true,
    waiting: chosenAt === undefined || places === undefined ? undefined : { chosenAt, places },
  };
}

function parseHeldUpload(data: unknown): HeldUpload | undefined {
  const from = readRecord(data);
  const handed = parseHanded(data);
  if (!from || !handed) return undefined;
  const settings = parseSettings(from['settings']);
  return {
    ...handed,
    tab: readText(from['tab']),
    // Else the record of another upload would be continued.
    settings: settings && uploadScope(settings) === handed.scope ? settings : undefined,
  };
}

function parseSettings(data: unknown): GrantSettings | undefined {
  const from = readRecord(data);
  if (!from) return undefined;
  const { protocol } = from;
  const metadata = readRecord(from['metadata']);
  try {
    return {
      grant: from['grant'] === undefined ? undefined : parseGrant(from['grant']),
      token: readText(from['token']),
      baseUrl: readText(from['baseUrl']),
      backend: readText(from['backend']),
      credentials: from['credentials'] === 'include' ? 'include' : undefined,
      assetUrl: readText(from['assetUrl']),
      protocol: isProtocol(protocol) ? protocol : undefined,
      videoId: readText(from['videoId']),
      subject: readText(from['subject']),
      metadata:
        metadata &&
        Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, readText(value) ?? ''])),
    };
  } catch {
    return undefined;
  }
}

function asHandle(value: unknown): FileSystemFileHandle | undefined {
  return typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle
    ? value
    : undefined;
}
