import { isId } from '../core/wire/id.ts';
import { assemble, type BackendParts } from './backend-parts.ts';
import type { Backend, BackendContext } from './backend-context.ts';
import type { PlaybackSubject } from './access/playback-subject.ts';
import type { BackendOptions } from './backend-options.ts';
import { CLAIM_HEADER } from './access/claim-header.ts';
import { handleCaptionChange } from './changes/caption-changes.ts';
import { handleDetailsChange } from './changes/details-changes.ts';
import { handlePosterChange } from './changes/poster-changes.ts';
import { handleGrant } from './grants/grants.ts';
import { originAdvice } from './http/origin-advice.ts';
import { requireSettings } from './service/settings.ts';
import { notFound, refuse, refuseFor } from './http/respond.ts';
import { routeOf, type Route } from './http/route.ts';
import { preflight, refuseForeign, withCors } from './http/origin-policy.ts';

/**
 * Creates the page backend: the part of the site's server that holds the API key and answers the elements.
 *
 * `POST {basePath}/grants`, `GET {basePath}/playback/…`, and reads under the service's own paths, such as
 * `GET {basePath}/videos/{id}/status`; everything else is 404. The contract is in `docs/backend-contract.md`.
 */
export function createBackend(options: BackendOptions): Backend {
  const parts = assemble(options);
  const { rule, decisions, playbacks, embeds, question, endUpload, operations, ready, visitors } = parts;
  const backend = async (request: Request, context?: BackendContext): Promise<Response> => {
    visitors.note(request, context?.clientAddress);
    const response = await respond(parts, options, request, context).catch(refusal(parts, request));
    return withCors(response, request, rule);
  };
  const playback = async (request: Request, about: PlaybackSubject) =>
    isId(about.id)
      ? playbacks.find(question(request, about, (asked) => decisions.allowsPage(request, asked)))
      : undefined;
  return Object.assign(backend, {
    ...{ playback, embedUrl: embeds.url, embedTags: embeds.tags, endUpload, ready },
    operations: (request: Request) => operations.answer(request),
    stop: () => operations.stop(),
  });
}

async function respond(
  parts: BackendParts,
  options: BackendOptions,
  request: Request,
  context?: BackendContext,
): Promise<Response> {
  const { basePath, rule, reports, operations } = parts;
  const isPreflight = request.method === 'OPTIONS';
  const asked = isPreflight ? request.headers.get('access-control-request-method') : request.method;
  const route = routeOf(new URL(request.url).pathname, basePath, asked ?? undefined);
  if (!route) reports.otherAddress(new URL(request.url).pathname, basePath);
  if (!route || isClosed(parts, route)) return notFound();
  // Anybody's pages embed, and a frame in a sandbox has no origin.
  const isForAll = route.name === 'embed-playback' || route.name === 'oembed';
  const fault = isForAll ? undefined : originAdvice(request, rule);
  if (fault) reports.refusedPage(request, fault.origin, fault.text);
  const isChange = route.name.endsWith('-change');
  const method = route.name === 'grants' || isChange ? 'POST' : 'GET';
  const headers = isChange ? [CLAIM_HEADER] : [];
  if (isPreflight) return preflight(request, rule, { method, headers });
  if (request.method === method) {
    const answer = async () => {
      requireSettings(options);
      return dispatch(parts, route, request, context);
    };
    return operations.request(route, () => answer().catch(refusal(parts, request)));
  }
  return refuse(405, 'method-not-allowed', `This address accepts only ${method}`, { allow: method });
}

/** True for an address that only a setting opens, with every method: a list, and what belongs to embed pages. */
function isClosed({ reads, embeds }: BackendParts, route: Route): boolean {
  if (route.name === 'list') return !reads.hasList(route.what);
  return !embeds.isOpen && (route.name.startsWith('embed') || route.name === 'oembed');
}

/** Reports an error, and refuses its request. */
function refusal({ reports }: BackendParts, request: Request) {
  return (error: unknown): Response => {
    reports.error(error, request);
    return refuseFor(error);
  };
}

async function dispatch(
  { rule, grants, addresses, playbacks, question, decisions, embeds, reads }: BackendParts,
  route: Route,
  request: Request,
  context?: BackendContext,
): Promise<Response> {
  switch (route.name) {
    case 'grants':
      return refuseForeign(request, rule) ?? handleGrant(request, grants);
    case 'caption-change':
      return refuseForeign(request, rule) ?? handleCaptionChange(request, route.id, { ...grants, addresses });
    case 'details-change':
      return refuseForeign(request, rule) ?? handleDetailsChange(request, route.id, grants);
    case 'poster-change':
      return refuseForeign(request, rule) ?? handlePosterChange(request, route.id, grants);
    case 'playback':
      return playbacks.answer(
        question(request, route, (asked) => decisions.allowsRead(request, asked), context),
      );
    case 'embed':
    case 'embed-playback':
    case 'oembed':
      return embeds.answer(route, request);
    case 'read':
      return reads.answerOne(request, route.what, route.id);
    case 'list':
      return reads.answerList(request, route.what);
  }
}
