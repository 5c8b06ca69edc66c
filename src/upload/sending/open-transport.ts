import type { UploadProtocol } from '../../core/wire/grant.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { loadExtras, loadIetf, loadS3, loadTusClient } from '../parts.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import { PartsTransport } from '../transports/parts.ts';
import type { Transport } from '../ports/transport.ts';

/** The transport for a grant's wire. What few pages need is loaded when a grant asks for it. */
export async function openTransport(
  protocol: UploadProtocol,
  environment: UploadEnvironment,
): Promise<Transport> {
  if (protocol === 'parts') return new PartsTransport(environment);
  if (protocol === 'ietf') return new (required(await loadIetf()).IetfTransport)(environment);
  if (protocol === 's3') return new (required(await loadS3()).S3Transport)(environment);
  const extras = required(await loadExtras());
  return protocol === 'tus'
    ? new extras.TusTransport(environment, loadTusClient)
    : new extras.PutTransport(environment);
}

function required<Module>(module: Module | undefined): Module {
  if (!module) throw new VhError('network', 'A part of the uploader could not be loaded.');
  return module;
}

/** Loads the modules of a protocol that few pages use, before an upload asks for them. */
export function preloadTransport(protocol: UploadProtocol | undefined): void {
  if (protocol && protocol !== 'parts') void loadExtras();
  if (protocol === 'ietf') void loadIetf();
  if (protocol === 's3') void loadS3();
  if (protocol === 'tus') void loadTusClient();
}
