import type { VhError } from '../core/errors/vh-error.ts';
import type { FileRules } from './file/check-file.ts';
import type { PrepareFile } from './file/file-preparation.ts';
import type { GrantSettings } from './ports/grant-settings.ts';
import type { UploadEnvironment } from './ports/upload-environment.ts';
import type { KeepOptions } from './ports/upload-memory.ts';

/** Settings of an `Upload`. */
export interface UploadOptions {
  /** Where grants come from; read again for each grant. */
  settings: () => GrantSettings;
  /** The page's rules for the file. */
  rules?: FileRules;
  /** The platform functions of an upload; a test brings its own. */
  environment?: UploadEnvironment;
  /** @deprecated Use `environment`. */
  world?: UploadEnvironment;
  /** Finds the file again after a reload: see `droppedHandle`. */
  handle?: FileSystemFileHandle | undefined;
  /** Keeps a copy of the file in the browser while it is sent: the next page continues without a click. */
  keep?: KeepOptions | undefined;
  /** Computes the SHA-256 of what is sent, beside sending it, and compares it with what the service says. */
  withChecksum?: boolean | undefined;
  /** False stores nothing of the upload: it ends with the page. */
  isResumable?: boolean | undefined;
  /** Remembers in this browser that the film was uploaded, once it is, so that it can be asked about: see `findFilm`. */
  isRemembered?: boolean | undefined;
  /** A warning that is known before the upload starts. */
  notice?: VhError | undefined;
  /** Checks the file, and may make a smaller one of it, before its first byte leaves. */
  prepare?: PrepareFile | undefined;
}
