import { VhError } from '../core/vh-error.ts';
import type { AdapterOptions, MediaAdapter } from './media-adapter.ts';
import { hasMediaSource } from './media-support.ts';
import { NativeAdapter } from './native-adapter.ts';
import type { MediaAddress } from './viewing.ts';

/** Loads the code that plays this kind of address. */
export async function loadAdapter({ hls }: MediaAddress): Promise<(options: AdapterOptions) => MediaAdapter> {
  if (!hls || !hasMediaSource()) return (options) => new NativeAdapter(options);
  try {
    const [{ HlsAdapter }, { default: Hls }] = await Promise.all([
      import('./hls-adapter.ts'),
      import('hls.js'),
    ]);
    return (options) => new HlsAdapter(options, Hls);
  } catch (cause) {
    throw new VhError('media-network', 'A part of the player could not be loaded.', { cause });
  }
}
