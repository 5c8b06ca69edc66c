import {
  DEFAULT_CONCURRENCY,
  Upload,
  type FileInfo,
  type PreparedFile,
  type PrepareOptions,
} from '../../../upload/index.ts';
import { grantSettingsOf, type UploaderHost } from '../host/uploader-host.ts';
import { checkAndPrepare, fileRules } from './check-and-prepare.ts';
import type { FileBatch } from './file-admission.ts';

/** Makes uploads of chosen files. Each checks and prepares its file as the page says. */
export class UploadFactory {
  readonly #host: UploaderHost;
  readonly #onInfo: (upload: Upload, info: FileInfo) => void;
  #lastCheck: Promise<unknown> = Promise.resolve();

  /** `onInfo` gets the known facts of a file, before it is taken or refused. */
  constructor(host: UploaderHost, onInfo: (upload: Upload, info: FileInfo) => void) {
    this.#host = host;
    this.#onInfo = onInfo;
  }

  /** An upload of each file of a batch. */
  create(files: readonly File[], { handles }: FileBatch): Upload[] {
    const atOnce = this.#host.concurrency ?? DEFAULT_CONCURRENCY;
    return files.map((file, at) => this.#make(file, async () => (await handles)?.[at], at < atOnce));
  }

  #make(chosen: File, findHandle: () => Promise<FileSystemFileHandle | undefined>, isNext: boolean): Upload {
    const host = this.#host;
    let metadata: Readonly<Record<string, string>> | undefined;
    const prepare = async (options: PrepareOptions): Promise<PreparedFile> => {
      const onInfo = (info: FileInfo) => this.#onInfo(upload, info);
      const checked = await this.#inTurn(() => checkAndPrepare(chosen, host, { ...options, onInfo, isNext }));
      const { file, notice } = checked;
      ({ metadata } = checked);
      // A film that was made smaller is not the one that the handle leads to.
      const handle = file === chosen ? await findHandle() : undefined;
      return { file, handle, notice };
    };
    const settings = () => ({ ...grantSettingsOf(host), metadata });
    const isResumable = !host.withoutResume;
    const upload = new Upload(chosen, { settings, rules: fileRules(host, chosen), isResumable, prepare });
    return upload;
  }

  /** Files are checked one after the other: hundreds may be dropped at once. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastCheck.then(work);
    this.#lastCheck = done.catch(() => {});
    return done;
  }
}
