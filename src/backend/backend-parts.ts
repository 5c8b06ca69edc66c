import { addressesFor, type PublicAddresses } from './playbacks/addresses.ts';
import type { AuthorizeRequest, StoredVideo } from './access/authorize.ts';
import type { BackendContext } from './backend-context.ts';
import type { PlaybackSubject } from './access/playback-subject.ts';
import type { BackendOptions } from './backend-options.ts';
import { withDeadline } from '../core/async/deadline.ts';
import { ClaimSigner } from './crypto/claim-signer.ts';
import { EmptyVideos } from './grants/empty-videos.ts';
import { EmbedRoutes } from './embed/embed-routes.ts';
import { EmbedSigner } from './embed/embed-signer.ts';
import type { GrantContext } from './grants/grants.ts';
import { KnownIds } from './service/known-ids.ts';
import { GrantDeduplicator } from './grants/grant-deduplicator.ts';
import { Operations, reasonOf } from './operations/operations.ts';
import { Playbacks, type PlaybackQuestion } from './playbacks/playbacks.ts';
import { Reads } from './reads/reads.ts';
import { ErrorLog } from './log/error-log.ts';
import { ownOrigin, toOrigin, type OriginRule } from './http/origin-policy.ts';
import { Service } from './service/service.ts';
import { requireSettings } from './service/settings.ts';
import { shareIds, shareToken } from './shared-state.ts';
import { stateParts } from './state-parts.ts';
import { runSiteCode } from './service/site-code.ts';
import { Authorizer } from './access/authorizer.ts';
import { requireSecrets, SiteSecret, type Secrets } from './crypto/site-secret.ts';
import { TokenIssuer } from './grants/token-issuer.ts';
import { TokenMemory } from './grants/token-memory.ts';
import { VisitorAddresses } from './http/visitor-address.ts';
import { TusExtensions } from './service/tus-extensions.ts';

const TOKEN_TTL_SECONDS = 900;
const TIMEOUT_MS = 10_000;
/** Milliseconds that a viewing waits for the end of an upload to be noted: without it, tokens expire. */
const NOTE_END_MS = 500;

/** What answers the requests of one backend. */
export type BackendParts = ReturnType<typeof assemble>;

/** Puts a backend together from the site's options. */
export function assemble(options: BackendOptions) {
  const upstream = upstreamOf(options);
  const { service, ids, lostAfterMs, endUpload, operations } = upstream;
  const basePath = toBasePath(options.basePath ?? '');
  const rule: OriginRule = {
    allowedOrigins: (options.allowedOrigins ?? []).map(toOrigin),
    trustProxy: options.trustProxy === true,
  };
  const reports = new ErrorLog({ onError: options.onError, format: options.logFormat });
  const report = (error: unknown, request: Request) => reports.error(error, request);
  const decisions = new Authorizer(options.authorize, rule, reports);
  const addresses = (request: Request) => addressesFor(request, service, options);
  const visitors = new VisitorAddresses(rule);
  const reads = new Reads({
    ...{ service, ids, decisions, addresses, visitors, lostAfterMs },
    endUpload: upstream.noteEnd,
    lists: options.lists ?? [],
  });
  const playbacks = new Playbacks(
    { service, ids, endUpload: upstream.noteEnd },
    options.playbackCache ?? {},
    lostAfterMs,
  );
  const forget = (id: string) => {
    playbacks.forget('video', id);
    reads.forgetCaptions(id);
  };
  const grants = grantContext(options, upstream, { decisions, forget, report, addresses, visitors });
  const question: AskPlayback = (request, { kind, id }, allows, context) => {
    const isAllowed = (video?: StoredVideo) => allows({ action: 'playback', kind, id, video });
    const later = context?.waitUntil;
    const waitUntil = typeof later === 'function' ? later.bind(context) : undefined;
    const address = visitors.of(request);
    return { request, kind, id, address, addresses: addresses(request), isAllowed, waitUntil };
  };
  const embeds = new EmbedRoutes(options.embed, {
    ...{ basePath, playbacks, addresses, report },
    seal: new EmbedSigner(upstream.secret),
    question: (request, about, isOpen) =>
      question(request, about, async (asked) => isOpen || decisions.allowsPage(request, asked)),
    origin: (request) => ownOrigin(request, rule),
  });
  return {
    basePath,
    rule,
    reports,
    decisions,
    addresses,
    visitors,
    grants,
    reads,
    playbacks,
    embeds,
    question,
    endUpload,
    operations,
    ready: () => upstream.states.shared?.check() ?? Promise.resolve(),
  };
}

/** What grants and changes of captions need. */
function grantContext(
  options: BackendOptions,
  { service, ids, tokens, issuer, secret, endUpload, lostAfterMs, states }: ReturnType<typeof upstreamOf>,
  given: Pick<GrantContext, 'decisions' | 'forget' | 'report' | 'visitors'> & {
    addresses: (request: Request) => PublicAddresses;
  },
): GrantContext {
  const { decisions, forget, report, addresses, visitors } = given;
  return {
    ...{ service, decisions, ids, tokens, issuer, forget, report, visitors },
    subject: options.subject,
    take: states.take,
    uploads: new GrantDeduplicator(states.uploads, { lostAfterMs, underwaySeconds: states.underwaySeconds }),
    claims: new ClaimSigner(secret),
    empties: new EmptyVideos({ service, endUpload }, states.empties),
    tus: new TusExtensions(service),
    protocol: options.protocol ?? 'parts',
    publicUrl: (request) => addresses(request).publicUrl,
  };
}

type AskPlayback = (
  request: Request,
  about: PlaybackSubject,
  allows: (asked: AuthorizeRequest) => Promise<boolean>,
  context?: BackendContext,
) => PlaybackQuestion;

/** What speaks to the service. */
function upstreamOf(options: BackendOptions) {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  // After twice its time limit a request that others wait for is lost, with the request that it belonged to.
  const lostAfterMs = 2 * timeoutMs;
  const operations = new Operations(() => whyNotReady(options, service));
  const states = stateParts(options);
  const { shared } = states;
  // At the start: with the first grant it would be found after a video had been made.
  const { claimSecret = null } = options;
  if (claimSecret !== null && typeof claimSecret !== 'function') requireSecrets(claimSecret);
  const secret = new SiteSecret(() => readSecret(options.claimSecret ?? options.apiKey ?? ''));
  const service: Service = new Service({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs,
    observe: (template, send) => operations.upstream(template, send),
    share: shared && shareToken(shared, secret, options.baseUrl),
  });
  const issuer = new TokenIssuer(service, options.tokenTtl ?? TOKEN_TTL_SECONDS);
  const tokens = new TokenMemory(issuer, states.tokens, secret);
  // A token that cannot be deleted now is tried again with the next status, and expires.
  const endUpload = (videoId: string) => tokens.endUpload(videoId).catch(() => undefined);
  // A viewer does not wait for a store that is away.
  const noteEnd = (videoId: string) =>
    shared ? withDeadline(endUpload(videoId), NOTE_END_MS, '').catch(() => undefined) : endUpload(videoId);
  const ids = new KnownIds(service, lostAfterMs, shared && shareIds(shared, options.baseUrl));
  const speakers = { service, ids, secret, issuer, tokens };
  return { ...speakers, states, endUpload, noteEnd, lostAfterMs, operations };
}

/** Why this process should get no requests; undefined when it may. */
async function whyNotReady(options: BackendOptions, service: Service): Promise<string | undefined> {
  try {
    requireSettings(options);
    await service.requireReady();
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Where the backend is mounted, with a slash before and none behind. */
function toBasePath(path: string): string {
  const words = path.split('/').filter((word) => word !== '');
  return words.map((word) => `/${word}`).join('');
}

async function readSecret(secret: NonNullable<BackendOptions['claimSecret']>): Promise<Secrets> {
  return typeof secret !== 'function' ? secret : runSiteCode('claimSecret', secret);
}
