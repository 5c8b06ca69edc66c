import { fetchGrant } from '../../client/ask-grant.ts';
import { pageConfig } from '../../core/config.ts';
import {
  isProtocol,
  parseGrant,
  type Grant,
  type GrantReason,
  type UploadProtocol,
} from '../../core/wire/grant.ts';
import { readRecord } from '../../core/wire/read-json.ts';
import { webAddress } from '../../core/wire/web-address.ts';
import { VhError, isVhError } from '../../core/errors/vh-error.ts';
import { abortable } from '../../core/async/abortable.ts';
import type { UploadEnvironment } from '../ports/upload-environment.ts';
import type { GrantProvider, GrantRequest, GrantSettings } from '../ports/grant-settings.ts';

/** A page's own function may take so long: a person may have to sign in. */
const PAGE_FUNCTION_TIMEOUT_MS = 120_000;

/** Gets a grant from the source that the settings name. Throws only VhErrors. */
export async function requestGrant(
  settings: GrantSettings,
  reason: GrantReason,
  request: GrantRequest,
  environment: UploadEnvironment,
): Promise<Grant> {
  const { grant, token, credentials = pageConfig().credentials } = settings;
  const backend = settings.backend ?? pageConfig().backend;
  if (typeof grant === 'function')
    return completeGrant(settings, await callPageFunction(settings, grant, reason, request, environment));
  if (grant) return completeGrant(settings, grant);
  if (token) return fromToken(settings, token);
  if (!backend)
    throw new VhError('grant-missing', 'Set a token, a grant or a backend: nothing says where to upload.');
  const { file, claim, idempotencyKey, signal } = request;
  const videoId = request.videoId ?? (settings.videoId || undefined);
  // The upload retries: two who retry would multiply their attempts.
  const question = { file, reason, videoId, claim, idempotencyKey, metadata: settings.metadata };
  const address = absolute(backend, 'backend');
  const answer = await fetchGrant(address, question, { signal, retries: 0, credentials, environment });
  return completeGrant(settings, answer);
}

/** Calls a page's own function, which may throw anything, never answer, and ignore its signal. */
async function callPageFunction(
  { metadata }: GrantSettings,
  grant: Exclude<GrantProvider, Grant>,
  reason: GrantReason,
  { signal, ...request }: GrantRequest,
  environment: UploadEnvironment,
): Promise<unknown> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(PAGE_FUNCTION_TIMEOUT_MS)]);
  try {
    return await abortable(Promise.resolve(grant(reason, { ...request, metadata, signal: soon })), soon);
  } catch (cause) {
    signal.throwIfAborted();
    if (soon.aborted) throw new VhError('timeout', "The page's grant function did not answer in time.");
    if (isVhError(cause)) throw cause;
    const code = environment.isOffline() || isNetworkFailure(cause) ? 'network' : 'grant-refused';
    throw new VhError(code, "The page's grant function failed.", { cause });
  }
}

/** True for an error of `fetch` without an answer, in the words of each browser: that is no refusal. */
function isNetworkFailure(cause: unknown): boolean {
  return cause instanceof TypeError && /fetch|network|^load failed/i.test(cause.message);
}

function fromToken(settings: GrantSettings, token: string): Grant {
  const base = settings.baseUrl ?? pageConfig().baseUrl;
  if (!base) throw new VhError('grant-missing', 'A token needs the address of the service: set base-url.');
  return completeGrant(settings, { url: `${absolute(base, 'base-url').replace(/\/+$/, '')}/upload`, token });
}

/** Reads a grant, completes it from the settings, and makes its address absolute. */
function completeGrant(settings: GrantSettings, value: unknown): Grant {
  const from = readRecord(value);
  const protocol = from?.['protocol'] ?? protocolOf(settings);
  const grant = parseGrant(from && { ...from, protocol });
  return {
    ...grant,
    url: absolute(grant.url, "The grant's address"),
    videoId: grant.videoId ?? (settings.videoId || undefined),
  };
}

/** The page's protocol; a wrong one is the page's own mistake. */
function protocolOf({ protocol }: GrantSettings): UploadProtocol | undefined {
  if (!protocol || isProtocol(protocol)) return protocol || undefined;
  throw new VhError('invalid-use', 'The protocol must be parts, tus, put, ietf or s3.');
}

function absolute(address: string, what: string): string {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  const url = webAddress(address, base);
  if (!url) throw new VhError('invalid-use', `${what} is not an http or https address.`);
  return url.href;
}
