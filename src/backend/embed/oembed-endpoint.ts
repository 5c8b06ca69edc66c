import { isId } from '../../core/wire/id.ts';
import { webAddress } from '../../core/wire/web-address.ts';
import { ACCESS } from '../../embed/embed-address.ts';
import { embedLanguage } from '../../embed/embed-words.ts';
import { oEmbed, readSide } from '../../embed/oembed.ts';
import type { PlaybackSubject } from '../access/playback-subject.ts';
import type { EmbedSettings } from './embed-options.ts';
import type { Embeds } from './embeds.ts';
import { answer, notFound, refuse } from '../http/respond.ts';
import { routeOf } from '../http/route.ts';
import { runSiteCode } from '../service/site-code.ts';

const MAX_LENGTH = 2_048;

/** Dependencies of the oEmbed endpoint. */
export interface OEmbedContext {
  embeds: Embeds;
  settings: EmbedSettings;
  basePath: string;
  /** The backend's own origin. */
  origin: string;
}

/** Answers `GET /oembed?url=…`, as oembed.com says: 404 for foreign addresses, 501 for a format other than JSON. */
export async function answerOEmbed(request: Request, context: OEmbedContext): Promise<Response> {
  const response = await respond(request, context);
  // Everybody may read it: it holds nothing but what the address opens, and no cookie counts.
  response.headers.set('access-control-allow-origin', '*');
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  return response;
}

async function respond(request: Request, context: OEmbedContext): Promise<Response> {
  const { settings, embeds, origin } = context;
  const query = new URL(request.url).searchParams;
  if ((query.get('format') ?? 'json') !== 'json') {
    return refuse(501, 'format-unknown', 'This endpoint answers JSON only');
  }
  const asked = query.get('url') ?? '';
  const page = asked.length <= MAX_LENGTH ? webAddress(asked) : undefined;
  if (!page) return refuse(400, 'url-malformed', 'Say in "url" which page is to be embedded');
  const own = ownSubject(page, context);
  const about = own ?? (await siteSubject(page, settings));
  if (!about) return notFound();
  const found = await embeds.find(request, about, own ? page.searchParams : new URLSearchParams());
  if (!found || found === 'expired') return notFound();
  const embedUrl = origin + embeds.path(about) + (own ? keptQuery(page, found.isPublic) : '');
  const { playback, size, isPublic, policy } = found;
  const body = oEmbed({
    playback,
    embedUrl,
    isPublic,
    video: size,
    most: { width: readSide(query.get('maxwidth')), height: readSide(query.get('maxheight')) },
    title: playback.title || embedLanguage('en').words.video,
    provider: {
      name: settings.provider?.name ?? new URL(origin).host,
      url: settings.provider?.url ?? origin,
    },
  });
  const response = answer(200, body);
  response.headers.set('cache-control', policy);
  return response;
}

/** The subject of one of the backend's own embed addresses. */
function ownSubject(page: URL, { origin, basePath }: OEmbedContext): PlaybackSubject | undefined {
  const route = page.origin === origin ? routeOf(page.pathname, basePath) : undefined;
  return route?.name === 'embed' ? { kind: route.kind, id: route.id } : undefined;
}

/** The subject of one of the site's pages, as the site's own code says. */
async function siteSubject(page: URL, { subjectOf }: EmbedSettings): Promise<PlaybackSubject | undefined> {
  const about = subjectOf && (await runSiteCode('subjectOf', () => subjectOf(page)));
  if (!about || !isId(about.id)) return undefined;
  return { kind: about.kind === 'live-stream' ? 'live-stream' : 'video', id: about.id };
}

/** The query of an embed address; a public one needs nothing that opens it. */
function keptQuery(page: URL, isPublic: boolean): string {
  if (isPublic) for (const name of ACCESS) page.searchParams.delete(name);
  return page.search + page.hash;
}
