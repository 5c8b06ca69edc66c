import type { UploaderHost } from './uploader-host.ts';

/**
 * Loads what the first byte of an upload waits for, in one round: a module that only the engine asks for would come a round
 * trip later. Rejects when the list cannot be loaded; the engine asks again for anything else.
 */
export function loadUpload({ protocol }: UploaderHost): Promise<typeof import('./list/upload-list.ts')> {
  if (protocol === 'tus') import('../../upload/transports/tus.ts').catch(() => {});
  return import('./list/upload-list.ts');
}
