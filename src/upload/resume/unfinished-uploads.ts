import { VhError } from '../../core/errors/vh-error.ts';
import { discardVideo } from '../grants/discard-video.ts';
import type { GrantSettings } from '../ports/grant-settings.ts';
import { forgetUpload, pruneRecords } from './forget-records.ts';
import { fingerprintFile } from '../file/fingerprint-file.ts';
import { browserResumeEnvironment, type ResumeEnvironment } from './resume-environment.ts';
import { storedBytes, type StoredUpload } from './store/stored-upload.ts';
import { followTab, TabBroadcaster } from './tabs/tab-channel.ts';
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
  /** The time of its last progress, in milliseconds since 1970. */
  readonly touchedAt: number;
  /** True when `open` can return the file without another choice. */
  readonly hasFile: boolean;
}

/** A file to resume, and its handle. */
export interface ReopenedFile {
  file: File;
  handle: FileSystemFileHandle;
}

/** The unfinished uploads of this site to the target of these settings. */
export class UnfinishedUploads {
  readonly #settings: () => GrantSettings;
  readonly #environment: ResumeEnvironment | undefined;

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
      const scope = uploadScope(this.#settings());
      const activeUploads = (await pruneRecords(environment)).filter(
        (stored) => stored.scope === scope && stored.upload,
      );
      return activeUploads.map(describe);
    } catch {
      return [];
    }
  }

  /**
   * The file of an unfinished upload; give it to the uploader as if it had just been chosen. Call it in a click's
   * listener: the browser may want to ask the person. Resolves with nothing when the file must be chosen again;
   * throws `file-changed` or `file-unreadable` when the file changed or cannot be read.
   */
  async open(key: string): Promise<ReopenedFile | undefined> {
    const record = await this.#environment?.records.get(key).catch(() => undefined);
    const handle = record?.handle;
    const file = handle && (await openFileHandle(handle));
    if (!record || !file) return undefined;
    if (file.size !== record.file.size || file.lastModified !== record.file.lastModified) {
      throw new VhError('file-changed', 'The file changed after its upload had begun.');
    }
    return { file, handle };
  }

  /** True when a file that was chosen is the one of that upload, and goes to the same place. Rejects when it cannot be read. */
  async isFileOf(key: string, file: File): Promise<boolean> {
    const scope = uploadScope(this.#settings());
    return key === `${scope} ${await fingerprintFile(file, crypto.subtle)}`;
  }

  /**
   * Forgets an upload, unless a tab is sending it. A video that is still empty goes back to the page backend; the server
   * deletes stored bytes.
   */
  async forget(key: string): Promise<void> {
    const environment = this.#environment;
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

function describe(record: StoredUpload): UnfinishedUpload {
  const { key, file, touchedAt, handle } = record;
  const { name, type, size } = file;
  return { key, name, type, size, stored: storedBytes(record), touchedAt, hasFile: handle !== undefined };
}

// Chromium has these; the DOM's types have them not yet.
interface Permitting {
  queryPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (descriptor: { mode: 'read' }) => Promise<PermissionState>;
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
