import type { UploadProtocol } from '../../core/wire/grant.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { loadExtras, loadTusClient } from '../parts.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { PartsTransport } from '../transports/parts.ts';
import type { Transport } from '../ports/transport.ts';

/** The transport for a grant's wire. What few pages need is loaded when a grant asks for it. */
export async function openTransport(
  protocol: UploadProtocol,
  environment: UploadEnvironment,
): Promise<Transport> {
  if (protocol === 'parts') return new PartsTransport(environment);
  const extras = await loadExtras();
  if (!extras) throw new VhError('network', 'A part of the uploader could not be loaded.');
  return protocol === 'tus'
    ? new extras.TusTransport(environment, loadTusClient)
    : new extras.PutTransport(environment);
}

/** Loads the modules of a protocol that few pages use, before an upload asks for them. */
export function preloadTransport(protocol: UploadProtocol | undefined): void {
  if (protocol === 'tus' || protocol === 'put') void loadExtras();
  if (protocol === 'tus') void loadTusClient();
}
