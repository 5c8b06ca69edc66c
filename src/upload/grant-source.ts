import { pageConfig } from '../core/config.ts';
import {
  isProtocol,
  parseGrant,
  type Grant,
  type GrantFile,
  type GrantReason,
  type UploadProtocol,
} from '../core/grant.ts';
import { readRecord, webAddress } from '../core/read-json.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import { orAbort } from './or-abort.ts';
import type { UploadWorld } from './upload-world.ts';

/** Milliseconds that a page's own function may take: a person may have to sign in. */
const PATIENCE = 120_000;

/** What a page's own grant function is told beside the reason. */
export interface GrantRequest {
  file: GrantFile;
  /** The video that the upload goes into, once it is known. */
  videoId: string | undefined;
  /** What the last grant said of that video, for the backend that gave it. */
  claim?: string | undefined;
  /** A random name of this upload: a backend that is asked again under it makes no second video. */
  idempotencyKey?: string | undefined;
  /** What the page has said of this file beside it: see `GrantSettings`. */
  metadata?: Readonly<Record<string, string>> | undefined;
  signal: AbortSignal;
}

/** A grant, or a function that asks the page's own server for one. */
export type GrantProvider = Grant | ((reason: GrantReason, request: GrantRequest) => Grant | Promise<Grant>);

/** Where uploads go. Grants come from the first of `grant`, `token` and `backend` that is set. */
export interface GrantSettings {
  grant?: GrantProvider | undefined;
  token?: string | undefined;
  /** The service, for a token: uploads go to `{baseUrl}/upload`. */
  baseUrl?: string | undefined;
  backend?: string | undefined;
  /** Where the media lie: asked after the upload, where nothing else says when the video is playable. */
  assetUrl?: string | undefined;
  /** The wire, where the grant does not say. */
  protocol?: UploadProtocol | undefined;
  /** An existing video to upload into. */
  videoId?: string | undefined;
  /** Who the visitor is: what is kept for another visit is theirs alone. */
  subject?: string | undefined;
  /** What the page's server is told of the file beside its name, size and type. */
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** Gets a grant as the settings say. Throws only VhErrors. */
export async function getGrant(
  settings: GrantSettings,
  reason: GrantReason,
  request: GrantRequest,
  world: UploadWorld,
): Promise<Grant> {
  const { grant, token } = settings;
  const backend = settings.backend ?? pageConfig().backend;
  if (typeof grant === 'function')
    return complete(settings, await askPage(settings, grant, reason, request, world));
  if (grant) return complete(settings, grant);
  if (token) return fromToken(settings, token);
  if (!backend)
    throw new VhError('grant-missing', 'Set a token, a grant or a backend: nothing says where to upload.');
  const { Client } = await import('../client/client.ts');
  const client = new Client({ backend: absolute(backend, 'backend'), world });
  const { file, claim, idempotencyKey, signal } = request;
  const videoId = request.videoId ?? (settings.videoId || undefined);
  const question = { file, reason, videoId, claim, idempotencyKey, metadata: settings.metadata };
  return complete(settings, await client.grant(question, { signal }));
}

/** Asks a page's own function, which may throw anything, may never answer, and may not know what a signal is. */
async function askPage(
  { metadata }: GrantSettings,
  grant: Exclude<GrantProvider, Grant>,
  reason: GrantReason,
  { signal, ...request }: GrantRequest,
  world: UploadWorld,
): Promise<unknown> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  try {
    return await orAbort(Promise.resolve(grant(reason, { ...request, metadata, signal: soon })), soon);
  } catch (cause) {
    signal.throwIfAborted();
    if (soon.aborted) throw new VhError('timeout', "The page's grant function did not answer.");
    if (isVhError(cause)) throw cause;
    const code = world.isOffline() || isUnreached(cause) ? 'network' : 'grant-refused';
    throw new VhError(code, "The page's grant function failed.", { cause });
  }
}

/** True for what `fetch` throws when it reaches nobody, in the words of each browser: that is no refusal. */
function isUnreached(cause: unknown): boolean {
  return cause instanceof TypeError && /fetch|network|^load failed/i.test(cause.message);
}

function fromToken(settings: GrantSettings, token: string): Grant {
  const base = settings.baseUrl ?? pageConfig().baseUrl;
  if (!base) throw new VhError('grant-missing', 'A token needs to know the service: set base-url.');
  return complete(settings, { url: `${absolute(base, 'base-url').replace(/\/+$/, '')}/upload`, token });
}

/** Reads a grant, fills in what the settings know, and makes its address absolute. */
function complete(settings: GrantSettings, value: unknown): Grant {
  const from = readRecord(value);
  const protocol = from?.['protocol'] ?? protocolOf(settings);
  const grant = parseGrant(from && { ...from, protocol });
  return {
    ...grant,
    url: absolute(grant.url, "The grant's address"),
    videoId: grant.videoId ?? (settings.videoId || undefined),
  };
}

/** What the page has written is its own mistake, and no answer of anybody's. */
function protocolOf({ protocol }: GrantSettings): UploadProtocol | undefined {
  if (!protocol || isProtocol(protocol)) return protocol || undefined;
  throw new VhError('invalid-use', 'The protocol must be parts, tus or put.');
}

function absolute(address: string, what: string): string {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  const url = webAddress(address, base);
  if (!url) throw new VhError('invalid-use', `${what} is not an address of the web.`);
  return url.href;
}
