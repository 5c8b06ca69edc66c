import { pageConfig } from '../core/config.ts';
import {
  parseGrant,
  type Grant,
  type GrantFile,
  type GrantReason,
  type UploadProtocol,
} from '../core/grant.ts';
import { readRecord } from '../core/read-json.ts';
import { VhError, isVhError } from '../core/vh-error.ts';
import type { UploadWorld } from './upload-world.ts';

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
  if (grant) return askPage(settings, grant, reason, request);
  if (token) return fromToken(settings, token);
  if (!backend)
    throw new VhError('grant-missing', 'Set a token, a grant or a backend: nothing says where to upload.');
  const { Client } = await import('../client/client.ts');
  const client = new Client({ backend, world });
  const { file, claim, idempotencyKey, signal } = request;
  const videoId = request.videoId ?? (settings.videoId || undefined);
  const question = { file, reason, videoId, claim, idempotencyKey, metadata: settings.metadata };
  return complete(settings, await client.grant(question, { signal }));
}

async function askPage(
  settings: GrantSettings,
  grant: GrantProvider,
  reason: GrantReason,
  request: GrantRequest,
): Promise<Grant> {
  if (typeof grant !== 'function') return complete(settings, grant);
  let answer: unknown;
  try {
    answer = await grant(reason, { ...request, metadata: settings.metadata });
  } catch (cause) {
    if (isVhError(cause)) throw cause;
    throw new VhError('grant-refused', "The page's grant function failed.", { cause });
  }
  return complete(settings, answer);
}

function fromToken(settings: GrantSettings, token: string): Grant {
  const base = settings.baseUrl ?? pageConfig().baseUrl;
  if (!base) throw new VhError('grant-missing', 'A token needs to know the service: set base-url.');
  return complete(settings, { url: `${base.replace(/\/+$/, '')}/upload`, token });
}

/** Reads a grant, fills in what the settings know, and makes its address absolute. */
function complete(settings: GrantSettings, value: unknown): Grant {
  const from = readRecord(value);
  const grant = parseGrant(
    from && { ...from, protocol: from['protocol'] ?? (settings.protocol || undefined) },
  );
  return { ...grant, url: absolute(grant.url), videoId: grant.videoId ?? (settings.videoId || undefined) };
}

function absolute(address: string): string {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new VhError('invalid-use', "The grant's address is not one of the web.");
  }
  return url.href;
}
