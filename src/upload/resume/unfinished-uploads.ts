import { VhError } from '../../core/errors/vh-error.ts';
import { discardVideo } from '../grants/discard-video.ts';
import type { FoundFile } from '../ports/earlier-upload.ts';
import type { UploadedVideo } from '../../core/wire/video.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import type { QueueSettings } from '../ports/upload-memory.ts';
import { forgetUpload } from './forget-upload.ts';
import { pruneRecords } from './earlier-records.ts';
import { loadCutting, loadKeeping } from './parts.ts';
import type { EarlierCut } from './cut-again.ts';
import { hasKeptFiles } from './kept/has-kept-files.ts';
import type { KeptFiles } from './kept/kept-files.ts';
import { fingerprintFile } from '../file/fingerprint-file.ts';
import { browserResumeEnvironment, type ResumeEnvironment } from './resume-environment.ts';
import { storedBytes, type StoredUpload } from './store/stored-upload.ts';
import { followTab } from './tabs/follow-tab.ts';
import { TabBroadcaster } from './tabs/tab-channel.ts';
import { lockName } from './tabs/tab-lock.ts';
import { uploadScope } from './store/upload-scope.ts';

/** An unfinished upload of this browser. */
export interface UnfinishedUpload {
  /** Identifies the upload to `open` and `forget`. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Bytes of the file, and how many of them the server is known to have. */
  readonly size: number;
  readonly stored: number;
  /** The time at which its file was chosen, in milliseconds since 1970: the order of a page's files. */
  readonly chosenAt: number;
  /** The time of its last progress, in milliseconds since 1970. */
  readonly touchedAt: number;
  /** True when `open` can return the file without another choice. */
  readonly hasFile: boolean;
  /**
   * True when it is safe to continue it without a click: the page names its visitor by `subject`, or this tab began it. Else the
   * person before this one on the same machine may have.
   */
  readonly isOwn: boolean;
}

/** A video that was stored after its page had gone. */
export interface FinishedUpload {
  readonly name: string;
  readonly video: UploadedVideo;
  readonly chosenAt: number;
  /** Bytes of the file, and what its film is known by where the worker could say. */
  readonly size: number;
  readonly fingerprint: string | undefined;
  /** When its last byte was stored, in milliseconds since 1970. */
  readonly storedAt: number;
}

/** A file to resume, and its handle. */
export interface ReopenedFile {
  file: File;
  /** Undefined for a copy that the browser has kept. */
  handle: FileSystemFileHandle | undefined;
}

/** The unfinished uploads of this site to the target of these settings. */
export class UnfinishedUploads {
  readonly #settings: () => GrantSettings;
  readonly #environment: ResumeEnvironment | undefined;
  /** The keys of those that the worker will have in a moment, if their page is about to go. */
  #awaited: ReadonlySet<string> = new Set();

  constructor(
    settings: () => GrantSettings,
    environment: ResumeEnvironment | undefined = browserResumeEnvironment(),
  ) {
    this.#settings = settings;
    this.#environment = environment;
  }

  /**
   * The newest first, except uploads that a tab is sending. Empty where nothing can be stored; never rejects. Deletes
   * expired ones.
   */
  async list(): Promise<UnfinishedUpload[]> {
    const environment = this.#environment;
    if (!environment) return [];
    try {
      const settings: QueueSettings = this.#settings();
      const scope = uploadScope(settings);
      const left = (await pruneRecords(environment)).filter(
        (stored) => stored.scope === scope && isInGroup(stored, settings.group) && stored.upload,
      );
      // Its page was left before the time to bring it back was over.
      for (const { key, isRemoved } of left) if (isRemoved) void this.forget(key);
      const activeUploads = left.filter(({ key, isRemoved }) => !isRemoved && !this.#awaited.has(key));
      this.#awaited = new Set();
      const isOwn = this.#settings().subject
        ? () => true
        : ({ tab }: StoredUpload) => tab === environment.tab();
      const kept = await this.#keptFiles();
      const begun = await Promise.all(
        activeUploads.map(async (stored) =>
          describe(stored, isOwn(stored), environment.handed?.has(stored.key) || (await kept?.has(stored))),
        ),
      );
      return [...begun, ...this.#waiting(left)];
    } catch {
      return [];
    }
  }

  /** True while another tab, or the page before this one, still sends an upload to the target of these settings. */
  async isBusyElsewhere(): Promise<boolean> {
    const environment = this.#environment;
    if (!environment) return false;
    if (this.#awaited.size > 0) return true;
    try {
      const scope = uploadScope(this.#settings());
      const all = await environment.records.list();
      const { held = [] } = await environment.locks.query();
      const busy = new Set(held.map(({ name }) => name));
      return all.some(
        ({ key, ...stored }) =>
          stored.scope === scope && busy.has(lockName(key)) && !environment.activeUploads.has(key),
      );
    } catch {
      return false;
    }
  }

  /**
   * The file of an unfinished upload; give it to the uploader as if it had just been chosen. Call it in a click's
   * listener: the browser may want to ask the person. Resolves with nothing when the file must be chosen again;
   * throws `file-changed` or `file-unreadable` when the file changed or cannot be read.
   */
  async open(key: string): Promise<ReopenedFile | undefined> {
    const record = await this.#environment?.records.get(key).catch(() => undefined);
    const kept = (await this.#handed(key, record)) ?? (record && (await this.#openKept(record)));
    if (kept) return kept;
    const handle = record?.handle;
    const file = handle && (await openFileHandle(handle));
    return record && file && { file: await asFound(file, record), handle };
  }

  /**
   * The file of an unfinished upload, where the browser gives it without a click and without a question; call `claim` before you
   * upload it. Otherwise `prompt`, or `denied` where `open` would get nothing either; throws as `open`.
   */
  async reopen(key: string): Promise<ReopenedFile | 'prompt' | 'denied'> {
    const environment = this.#environment;
    if (!environment || environment.begun.has(key)) return 'prompt';
    const record = await environment.records.get(key).catch(() => undefined);
    const kept = (await this.#handed(key, record)) ?? (record && (await this.#openKept(record)));
    if (kept) return kept;
    const handle = record?.handle;
    if (!record || !handle) return 'prompt';
    const permission = await permissionOf(handle);
    if (permission !== 'granted') return permission;
    const file = await openFileHandle(handle);
    return file ? { file: await asFound(file, record), handle } : 'denied';
  }

  /**
   * Takes what the worker sends for such an uploader: `list` has it then, with its file. Resolves with the videos of which the worker
   * has sent the last bytes, once: they are no page's yet.
   */
  async takeFromWorker(): Promise<FinishedUpload[]> {
    const environment = this.#environment;
    if (!environment) return [];
    const settings: QueueSettings = this.#settings();
    try {
      const link = environment.hasWorker?.() ? await environment.loadWorkerLink?.() : undefined;
      this.#awaited = new Set(await link?.claim(settings));
      const scope = uploadScope(settings);
      const isMeant = (stored: StoredUpload) =>
        stored.isUnseen && stored.scope === scope && (stored.group ?? '') === (settings.group ?? '');
      const isOwn = ({ tab }: StoredUpload) =>
        !!settings.subject || (tab !== undefined && tab === environment.tab());
      const unseen = (await environment.records.list()).filter((stored) => isMeant(stored) && isOwn(stored));
      // Of two pages, the one that removes it has it.
      const taken = await Promise.all(
        unseen.map(async ({ key, file: { name, size }, video, chosenAt = 0, film, touchedAt }) =>
          video && (await forgetUpload(environment, key))
            ? [{ name, video, chosenAt, size, fingerprint: film, storedAt: touchedAt }]
            : [],
        ),
      );
      return taken.flat().sort((one, other) => one.chosenAt - other.chosenAt);
    } catch {
      return [];
    }
  }

  /** Removes the copies of files of every visitor but this one, and ends what the worker sends for them. Their records stay for them. */
  async dropOthers(): Promise<void> {
    if (this.#environment?.hasWorker?.())
      void this.#environment.loadWorkerLink?.().then((link) => link?.keepFor(this.#settings().subject));
    if (!this.#environment || !(await hasKeptFiles())) return;
    await (await loadKeeping())?.dropOthers(this.#environment, this.#settings().subject).catch(() => {});
  }

  /** The kept files, where there may be some: without those of uploads that are no more. */
  async #keptFiles(): Promise<KeptFiles | undefined> {
    if (!this.#environment || !(await hasKeptFiles())) return undefined;
    try {
      const keeping = await loadKeeping();
      await keeping?.dropOrphans(this.#environment);
      return await keeping?.KeptFiles.open();
    } catch {
      return undefined;
    }
  }

  /** What the worker has given to this page that was not begun: nothing else knows of it. */
  #waiting(known: readonly StoredUpload[]): UnfinishedUpload[] {
    const { subject, ...settings }: QueueSettings = this.#settings();
    const scope = uploadScope({ ...settings, subject });
    const files = [...(this.#environment?.handed?.values() ?? [])];
    return files
      .filter((one) => one.scope === scope && one.group === (settings.group ?? ''))
      .filter(({ key }) => !known.some((stored) => stored.key === key) && !this.#environment?.begun.has(key))
      .map(({ key, file, waiting }) => {
        const { name, type, size } = file;
        const chosenAt = waiting?.chosenAt ?? 0;
        return {
          key,
          name,
          type,
          size,
          stored: 0,
          chosenAt,
          touchedAt: chosenAt,
          hasFile: true,
          isOwn: true,
        };
      });
  }

  /** The file that the worker has given to this page. */
  async #handed(key: string, record: StoredUpload | undefined): Promise<ReopenedFile | undefined> {
    const files = this.#environment?.handed;
    const handed = files?.get(key);
    if (!handed) return undefined;
    const { file, handle, isPaused } = handed;
    if (!record?.upload) {
      const earlier = { stored: 0, isPaused, isKept: false };
      return { file: Object.assign(file, { earlier }), handle };
    }
    try {
      // What is sent, also of a film that was cut.
      return { file: await asFound(file, record, false, true), handle: handle ?? record.handle };
    } catch (error) {
      // The worker need not have it any longer.
      files?.delete(key);
      throw error;
    }
  }

  /** The whole copy of a file, which no permission is needed for; undefined without one. */
  async #openKept(record: StoredUpload): Promise<ReopenedFile | undefined> {
    if (!(await hasKeptFiles())) return undefined;
    const kept = await (await loadKeeping())?.KeptFiles.open().catch(() => undefined);
    const file = await kept?.find(record).catch(() => undefined);
    return file && { file: await asFound(file, record, true), handle: record.handle };
  }

  /**
   * True for the first uploader of a page that wants to continue an upload without a click. An upload that this page has begun
   * or continued waits for a click: it may have failed, and would begin and fail on and on.
   */
  claim(key: string): boolean {
    const { begun } = this.#environment ?? {};
    if (!begun || begun.has(key)) return false;
    begun.add(key);
    return true;
  }

  /** True when a file that was chosen is the one of that upload, and goes to the same place. Rejects when it cannot be read. */
  async isFileOf(key: string, file: File): Promise<boolean> {
    const scope = uploadScope(this.#settings());
    return key === `${scope} ${await fingerprintFile(file, crypto.subtle)}`;
  }

  /**
   * The file to upload for that upload, where one that was chosen is its file: itself, or what its author had cut from it, cut again.
   * Undefined for another file. Rejects when it cannot be read or cut.
   */
  async match(key: string, file: File): Promise<File | undefined> {
    if (await this.isFileOf(key, file)) return file;
    const record = await this.#environment?.records.get(key).catch(() => undefined);
    if (!record?.source || record.scope !== uploadScope(this.#settings())) return undefined;
    const { fingerprint } = record.source;
    // Of another date, the same film may have been copied.
    if (fingerprint !== (await fingerprintFile(file, crypto.subtle))) return undefined;
    const { lastModified } = record.file;
    const { name, type } = file;
    return asFound(new File([file], name, { type, lastModified }), record);
  }

  /**
   * Forgets an upload, unless a tab is sending it. A video that is still empty goes back to the page backend; the server
   * deletes stored bytes.
   */
  async forget(key: string): Promise<void> {
    const environment = this.#environment;
    environment?.handed?.delete(key);
    const record = await environment?.records.get(key).catch(() => undefined);
    if (!environment || !(await forgetUpload(environment, key))) return;
    const broadcaster = new TabBroadcaster(environment.channel(lockName(key)));
    broadcaster.send({ sent: 0 });
    broadcaster.close();
    if (!record?.upload) return;
    await discardVideo(this.#settings(), record.file, record.upload);
  }

  /** Calls `onMessage` when a tab resumes or forgets the upload, until the signal aborts. */
  follow(key: string, onMessage: () => void, signal: AbortSignal): void {
    if (this.#environment) followTab(this.#environment.channel(lockName(key)), onMessage, signal);
  }
}

/** True for an upload of the elements of a group; one that tells none is everybody's, and who names none sees all. */
const isInGroup = ({ group: own }: StoredUpload, group: string | undefined) =>
  own === undefined || group === undefined || own === group;

function describe(record: StoredUpload, isOwn: boolean, isKept = false): UnfinishedUpload {
  const { key, file, startedAt, chosenAt = startedAt, touchedAt, handle } = record;
  const { name, type, size } = file;
  const hasFile = isKept || handle !== undefined;
  return { key, name, type, size, stored: storedBytes(record), chosenAt, touchedAt, hasFile, isOwn };
}

/** The file that is sent, with what is known of its upload; `opened` is that, a copy of it, or the film that it was cut from. */
async function asFound(
  opened: File,
  record: StoredUpload,
  isCopy = false,
  isSent = isCopy,
): Promise<FoundFile> {
  const { source } = record;
  const { size, lastModified } = isSent || !source ? record.file : { ...record.file, size: source.size };
  const isSame = opened.size === size && opened.lastModified === lastModified;
  const file = isSame && !isSent && source ? await cutAgain(opened, { ...record, source }) : opened;
  if (!isSame || !file) throw new VhError('file-changed', 'The file changed after its upload had begun.');
  const earlier = { stored: storedBytes(record), isPaused: record.isPaused === true, isKept: isCopy };
  return Object.assign(file, { earlier, source });
}

async function cutAgain(film: File, cut: EarlierCut): Promise<File | undefined> {
  const cutting = await loadCutting();
  if (!cutting) throw new VhError('trim-unavailable', 'The code that cuts the film could not be fetched.');
  return cutting.cutAgain(film, cut);
}

// Chromium has these; the DOM's types have them not yet.
interface Permitting {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
}

/** What the browser says of a handle without a question to the person. */
async function permissionOf(handle: FileSystemFileHandle): Promise<PermissionState> {
  const permitting = handle as Permitting;
  return (await permitting.queryPermission?.({ mode: 'read' }).catch(() => 'denied' as const)) ?? 'granted';
}

/**
 * The file behind a handle. Browsers may ask the person, and only after a click. Undefined when the person does not
 * allow it; throws `file-unreadable` when the file is gone.
 */
export async function openFileHandle(handle: FileSystemFileHandle): Promise<File | undefined> {
  const permitting = handle as Permitting;
  const mode = { mode: 'read' } as const;
  try {
    let permission = await permitting.queryPermission?.(mode);
    if (permission === 'prompt') permission = await permitting.requestPermission?.(mode);
    if (permission === 'denied' || permission === 'prompt') return undefined;
    return await handle.getFile();
  } catch (cause) {
    if (cause instanceof DOMException && (cause.name === 'NotAllowedError' || cause.name === 'SecurityError'))
      return undefined;
    throw new VhError('file-unreadable', 'The file was moved or deleted.', { cause });
  }
}
