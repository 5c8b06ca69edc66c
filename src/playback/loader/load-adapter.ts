import { VhError } from '../../core/errors/vh-error.ts';
import type { AdapterName } from './select-adapter.ts';
import type { AdapterOptions, MediaAdapter } from '../adapters/media-adapter.ts';
import { NativeAdapter } from '../adapters/native/native-adapter.ts';

/** Loads the code that plays media in this way; the small build of hls.js unless all of it is needed. */
export async function loadAdapter(
  adapter: AdapterName,
  needsAll: boolean,
): Promise<(options: AdapterOptions) => MediaAdapter> {
  if (adapter === 'native') return (options) => new NativeAdapter(options);
  try {
    const [{ HlsAdapter }, { default: Hls }] = await Promise.all([
      import('../adapters/hls/hls-adapter.ts'),
      needsAll ? import('hls.js') : import('hls.js/light').catch(() => import('hls.js')),
    ]);
    return (options) => new HlsAdapter(options, Hls);
  } catch (cause) {
    throw new VhError('media-network', 'A part of the player could not be loaded.', { cause });
  }
}
