import type { UploadProtocol } from '../../core/wire/grant.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { PartsTransport } from './parts.ts';
import type { Transport } from '../ports/transport.ts';

/** The transport for a grant's wire. What few pages need is loaded when a grant asks for it. */
export async function openTransport(
  protocol: UploadProtocol,
  environment: UploadEnvironment,
): Promise<Transport> {
  if (protocol === 'parts') return new PartsTransport(environment);
  try {
    return protocol === 'tus'
      ? new (await import('./tus.ts')).TusTransport(environment)
      : new (await import('./put.ts')).PutTransport(environment);
  } catch (cause) {
    throw new VhError('network', 'A part of the uploader could not be loaded.', { cause });
  }
}

/** Loads the modules of a protocol that few pages use, before an upload asks for them. */
export function preloadTransport(protocol: UploadProtocol | undefined): void {
  if (protocol === 'tus') void Promise.allSettled([import('./tus.ts'), import('./tus-client.ts')]);
  if (protocol === 'put') void Promise.allSettled([import('./put.ts')]);
}
