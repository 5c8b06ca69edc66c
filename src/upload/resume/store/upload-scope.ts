import { pageConfig } from '../../../core/config.ts';
import type { GrantSettings } from '../../ports/grant-settings.ts';

/**
 * Identifies the target and the visitor of uploads with these settings, before a grant is requested. It leaves out everything
 * that may be secret: user name and password, query, fragment, and the path of an address that is itself a credential.
 */
export function uploadScope(settings: GrantSettings): string {
  const { grant, token, videoId, subject } = settings;
  const whose = subject ? ` for ${encodeURIComponent(subject)}` : '';
  const target = (videoId ? ` ${encodeURIComponent(videoId)}` : '') + whose;
  if (typeof grant === 'function') return `grant${target}`;
  if (grant) return `grant ${originOf(grant.url)}${target}`;
  const place = token
    ? (settings.baseUrl ?? pageConfig().baseUrl)
    : (settings.backend ?? pageConfig().backend);
  return `${token ? 'token' : 'backend'} ${plain(place ?? '')}${target}`;
}

/** The visitor of a scope, as it is written there. */
export const subjectOf = (scope: string): string | undefined => / for (\S+)$/.exec(scope)?.[1];

function originOf(address: string): string {
  return toUrl(address)?.origin ?? '';
}

function plain(address: string): string {
  const url = toUrl(address);
  return url ? url.origin + url.pathname.replace(/\/+$/, '') : '';
}

function toUrl(address: string): URL | undefined {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}
