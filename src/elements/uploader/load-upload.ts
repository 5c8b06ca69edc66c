import { pageConfig } from '../../core/config.ts';
import type { UploaderHost } from './uploader-host.ts';

/** The module with the upload list, which every upload needs. */
export type UploadListModule = typeof import('./list/upload-list.ts');

/**
 * Loads what the first byte of an upload waits for, in one round: a module that only the engine asks for would come a round
 * trip later. Rejects when the list cannot be loaded; the engine asks again for anything else.
 */
export function loadUpload({
  grant,
  token,
  backend,
  protocol,
  withoutResume,
}: UploaderHost): Promise<UploadListModule> {
  const list = import('./list/upload-list.ts');
  const others = [
    // The most frequent container; the others come when one is seen.
    import('../../upload/inspect/mp4-info.ts'),
    !withoutResume && import('../../upload/resume/browser-memory.ts'),
    !grant && !token && (backend ?? pageConfig().backend) && import('../../client/client.ts'),
    protocol === 'tus' && import('../../upload/transports/tus.ts'),
    protocol === 'put' && import('../../upload/transports/put.ts'),
  ];
  for (const other of others) if (other) other.catch(() => {});
  return list;
}
