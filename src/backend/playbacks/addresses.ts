import type { PlaybackAddresses } from './playback.ts';
import type { Service } from '../service/service.ts';

/** The service's addresses as the visitors of one request reach them. */
export interface PublicAddresses extends PlaybackAddresses {
  /** The service itself, without a slash behind. */
  publicUrl: string;
}

/** The options that say where browsers find the service. */
export interface AddressOptions {
  /** The service's address as browsers reach it, if it differs from `baseUrl`. */
  publicUrl?: string | ((request: Request) => string);
  /** The media origin, if the backend may read playlists from an origin that is not the service's. */
  assetUrl?: string;
  /** Where session events go. Default: `{publicUrl}/collector`. */
  collectorUrl?: string;
}

/** Translates between where this server reaches the service and where browsers do. */
export function addressesFor(request: Request, service: Service, options: AddressOptions): PublicAddresses {
  const { publicUrl: given = service.baseUrl.href } = options;
  const publicUrl = (typeof given === 'function' ? given(request) : given).replace(/\/+$/, '');
  const from = service.baseUrl.origin;
  const to = new URL(publicUrl).origin;
  return {
    publicUrl,
    toPublic: (url) => (url.startsWith(`${from}/`) ? to + url.slice(from.length) : url),
    inlineOrigins: [from, ...(options.assetUrl ? [new URL(options.assetUrl).origin] : [])],
    collector: options.collectorUrl ?? `${publicUrl}/collector`,
  };
}
