import { VhError } from '../../../core/errors/vh-error.ts';

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
