import {
  DEFAULT_CONCURRENCY,
  sourceOf,
  Upload,
  type FileInfo,
  type PageQueue,
  type PreparedFile,
  type PrepareFile,
  type PrepareOptions,
} from '../../../upload/index.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import { VhErrorEvent } from '../../events/vh-error-event.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { checkAndPrepare, fileRules } from './check-and-prepare.ts';
import type { FileBatch } from './file-admission.ts';

const infos = new WeakMap<Upload, FileInfo>();

/** What the header of an upload's file has said, once it is read. */
export const infoOf = (upload: Upload): FileInfo | undefined => infos.get(upload);

/** Makes uploads of chosen files. Each checks and prepares its file as the page says. */
export class UploadFactory {
  readonly #host: UploaderHost;
  #lastCheck: Promise<unknown> = Promise.resolve();

  constructor(host: UploaderHost) {
    this.#host = host;
  }

  /** An upload of each file of a batch's slice, for a queue: that knows where it goes, whoever shows it. */
  create(files: readonly File[], batch: FileBatch, from: number, queue: PageQueue): Upload[] {
    const atOnce = this.#host.concurrency ?? DEFAULT_CONCURRENCY;
    // Those of the batch: a file that was left out has a handle, too.
    const findHandle = async (file: File) => (await batch.handles)?.[batch.files.indexOf(file)];
    return files.map((file, at) => this.#make(file, () => findHandle(file), from + at < atOnce, queue));
  }

  #make(
    chosen: File,
    findHandle: () => Promise<FileSystemFileHandle | undefined>,
    isNext: boolean,
    queue: PageQueue,
  ): Upload {
    const host = this.#host;
    let metadata: Readonly<Record<string, string>> | undefined;
    const finishInTurn = (finish: PrepareFile) => async (options: PrepareOptions) => {
      const prepared = await this.#inTurn(() => finish(options));
      const { file } = prepared;
      // A cut can be made again.
      const leadsTo = file === chosen || sourceOf(file);
      return { ...prepared, handle: leadsTo ? await findHandle() : undefined };
    };
    const prepare = async (options: PrepareOptions): Promise<PreparedFile> => {
      const onInfo = (info: FileInfo) => infos.set(upload, info);
      const checked = await this.#inTurn(() => checkAndPrepare(chosen, host, { ...options, onInfo, isNext }));
      const { file, notice, finish, ask } = checked;
      ({ metadata } = checked);
      // Out of turn: the files after it do not wait for the answer.
      await ask?.(options);
      // A film that was made smaller is not the one that the handle leads to.
      const handle = file === chosen && !finish ? await findHandle() : undefined;
      return { file, handle, notice, finish: finish && finishInTurn(finish) };
    };
    const settings = () => ({ ...queue.settings, metadata });
    const { withChecksum, withoutResume, withDuplicateWarning: isRemembered } = host;
    const isResumable = !withoutResume;
    const limit = host.keepFiles;
    const onGivenUp = (error: VhError) => void host.dispatchEvent(new VhErrorEvent(error));
    const keep = limit === undefined ? undefined : { limit, onGivenUp };
    const rules = fileRules(host, chosen);
    const options = { settings, rules, isResumable, withChecksum, keep, isRemembered, prepare };
    const upload = new Upload(chosen, options);
    return upload;
  }

  /** Files are checked one after the other: hundreds may be dropped at once. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastCheck.then(work);
    this.#lastCheck = done.catch(() => {});
    return done;
  }
}
