import type { GrantSettings } from '../../../upload/grant-source.ts';
import type { UploaderHost } from '../uploader-host.ts';

/** What the page says now about where uploads go. */
export function settingsOf(host: UploaderHost): GrantSettings {
  const { grant, token, baseUrl, backend, assetUrl, protocol, videoId, subject } = host;
  return { grant, token, baseUrl, backend, assetUrl, protocol, videoId, subject };
}
