import type { UploadProtocol } from '../../core/grant.ts';
import { VhError } from '../../core/vh-error.ts';
import type { UploadWorld } from '../upload-world.ts';
import { PartsTransport } from './parts.ts';
import type { Transport } from './transport.ts';

/** The transport for a grant's wire. What few pages need is loaded when a grant asks for it. */
export async function openTransport(protocol: UploadProtocol, world: UploadWorld): Promise<Transport> {
  switch (protocol) {
    case 'parts':
      return new PartsTransport(world);
    case 'tus':
      return new (await load()).TusTransport();
    case 'put':
      throw new VhError(
        'invalid-use',
        'This version uploads by "parts" and by "tus"; the grant wants "put".',
      );
  }
}

async function load(): Promise<typeof import('./tus.ts')> {
  try {
    return await import('./tus.ts');
  } catch (cause) {
    throw new VhError('network', 'A part of the uploader could not be loaded.', { cause });
  }
}
