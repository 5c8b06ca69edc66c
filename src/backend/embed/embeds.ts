import { isId } from '../../core/wire/id.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { ACCESS, readEmbedOptions, readLanguage } from '../../embed/embed-address.ts';
import { ancestors } from '../../embed/embed-policy.ts';
import { embedLanguage, preferredLanguage } from '../../embed/embed-words.ts';
import { headTags } from '../../embed/head-tags.ts';
import {
  renderEmbedNotice,
  renderEmbedPage,
  type EmbedNotice,
  type EmbedPage,
  type RenderedPage,
} from '../../embed/render-embed-page.ts';
import type { PublicAddresses } from '../playbacks/addresses.ts';
import type { PlaybackSubject } from '../access/playback-subject.ts';
import type { EmbedSettings, EmbedUrlOptions } from './embed-options.ts';
import type { EmbedSigner } from './embed-signer.ts';
import type { FoundPlayback } from '../playbacks/playback.ts';
import type { PlaybackQuestion, Playbacks } from '../playbacks/playbacks.ts';
import { answerCached, entityTag } from '../http/etag.ts';
import { answer, notFound, refuseFor } from '../http/respond.ts';
import { toOrigin } from '../http/origin-policy.ts';

const MAX_SECONDS = 30 * 24 * 60 * 60;

/** Dependencies of the embed pages. */
export interface EmbedContext {
  settings: EmbedSettings;
  basePath: string;
  playbacks: Playbacks;
  seal: EmbedSigner;
  /** The question for one video or stream. With `isOpen` the site is not asked: the address itself opens it. */
  question: (request: Request, about: PlaybackSubject, isOpen: boolean) => PlaybackQuestion;
  addresses: (request: Request) => PublicAddresses;
  /** The backend's own origin. */
  origin: (request: Request) => string;
  report: (error: unknown, request: Request) => void;
}

/** A playback for an embed, and what its address was worth. */
type Found = (FoundPlayback & { policy: string }) | 'expired' | undefined;

/** Embed pages: each a player on its own page, for other pages to frame. */
export class Embeds {
  readonly #context: EmbedContext;
  readonly #origins: readonly string[] | undefined;
  readonly #ancestors: readonly string[];

  constructor(context: EmbedContext) {
    this.#context = context;
    const { settings } = context;
    // At once, so that a mistake is seen at the start.
    if (typeof settings.assets !== 'string' || settings.assets === '')
      throw new VhError(
        'invalid-use',
        'embed needs "assets": say where your server has dist/cdn of the package.',
      );
    this.#origins = settings.allowedOrigins?.map(toOrigin);
    const { frameAncestors } = settings;
    this.#ancestors = frameAncestors ? ["'self'", ...frameAncestors] : ['*'];
    ancestors(this.#ancestors);
  }

  /** Answers `GET /embed/videos/{id}`: a page, whatever happens. */
  async page(request: Request, about: PlaybackSubject): Promise<Response> {
    try {
      const found = await this.find(request, about, new URL(request.url).searchParams);
      if (found === 'expired') return this.#notice(request, 'expired', 410);
      if (!found) return this.#notice(request, 'notFound', 404);
      return toResponse(this.#render(request, about, found), 200, found.policy);
    } catch (error) {
      this.#context.report(error, request);
      const { status, headers } = refuseFor(error);
      const retryAfter = headers.get('retry-after');
      if (status === 404) return this.#notice(request, 'notFound', 404);
      return this.#notice(
        request,
        'failed',
        status,
        retryAfter === null ? {} : { 'retry-after': retryAfter },
      );
    }
  }

  /** Answers `GET /embed/videos/{id}/playback`: what the page asks once more, from an origin of its own or from none. */
  async playback(request: Request, about: PlaybackSubject): Promise<Response> {
    const { seal, playbacks, question } = this.#context;
    const verdict = await seal.verify(about, new URL(request.url).searchParams);
    // A page that frames this one chooses what it loads, and the request then looks like the visitor's own. So the site is
    // asked only for a page at the top of its tab.
    const isOnTop = request.headers.get('x-vh-request') === '1';
    const asked = question(request, about, verdict === 'valid');
    const found = await playbacks.findWhole(
      isOnTop || verdict === 'valid' ? asked : { ...asked, isAllowed: no },
    );
    const response = found ? await toAnswer(request, found) : notFound();
    // Cookies of the request do not open it elsewhere: only a signature does, or that the video is public.
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('cross-origin-resource-policy', 'cross-origin');
    return response;
  }

  /** The playback of an embed: public, or opened by its address, or by the site. */
  async find(request: Request, about: PlaybackSubject, query: URLSearchParams): Promise<Found> {
    const { seal, playbacks, question } = this.#context;
    const verdict = query.has('signature') ? await seal.verify(about, query) : 'invalid';
    const found = await playbacks.findWhole(question(request, about, verdict === 'valid'));
    return found ?? (verdict === 'expired' ? 'expired' : undefined);
  }

  /** The tags of the site's own page about a public video. */
  async tags(request: Request, about: PlaybackSubject, description: string | undefined): Promise<string> {
    const found = await this.#context.playbacks.findWhole(this.#context.question(request, about, false));
    if (!found?.isPublic) return '';
    const { playback, size: video, publishedAt: uploadDate } = found;
    const { pageUrl = withoutFragment(request.url), ...addresses } = this.#addresses(request, about);
    const title = playback.title || embedLanguage('en').words.video;
    return headTags({ ...addresses, pageUrl, playback, title, description, video, uploadDate });
  }

  /** An address that opens a private video or stream for a time. */
  async url(
    about: PlaybackSubject,
    { seconds = 3_600, origin = '', query = {} }: EmbedUrlOptions,
  ): Promise<string> {
    if (!isId(about.id)) throw new VhError('invalid-use', 'embedUrl needs the id of a video or live stream.');
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
      throw new VhError('invalid-use', 'embedUrl takes 1 to 2,592,000 whole seconds: 30 days.');
    }
    const { expires, signature } = await this.#context.seal.sign(about, seconds);
    const params = new URLSearchParams({ expires: String(expires), signature });
    const access: readonly string[] = ACCESS;
    for (const [name, value] of Object.entries(query))
      if (!access.includes(name)) params.set(name, String(value));
    return `${origin === '' ? '' : toOrigin(origin)}${this.path(about)}?${params.toString()}`;
  }

  path({ kind, id }: PlaybackSubject): string {
    return `${this.#context.basePath}/embed/${kind === 'video' ? 'videos' : 'live-streams'}/${id}`;
  }

  #render(request: Request, about: PlaybackSubject, found: FoundPlayback): RenderedPage {
    const { settings } = this.#context;
    const { publicUrl, collector } = this.#context.addresses(request);
    const asked = readEmbedOptions(request.url);
    return renderEmbedPage({
      ...this.#shared(request),
      title: found.playback.title,
      playback: found.playback,
      isPublic: found.isPublic,
      allowsApi: found.allowsApi !== false,
      consent: settings.consent === true || asked?.consent === true,
      hidePoster: asked?.hidePoster,
      hideTitle: asked?.hideTitle,
      allowedOrigins: this.#origins,
      origins: [publicUrl, collector, ...(settings.mediaOrigins ?? [])].map((one) => new URL(one).origin),
      addresses: this.#addresses(request, about),
      video: found.size,
      uploadDate: found.publishedAt,
    });
  }

  #notice(request: Request, notice: EmbedNotice, status: number, headers?: Record<string, string>): Response {
    return toResponse(renderEmbedNotice(notice, this.#shared(request)), status, 'no-store', headers);
  }

  #shared(request: Request): Pick<EmbedPage, 'assets' | 'origin' | 'frameAncestors' | 'language'> {
    const asked = readLanguage(new URL(request.url).searchParams.get('lang'));
    const language = asked ?? preferredLanguage(request.headers.get('accept-language'));
    const { settings, origin } = this.#context;
    return { assets: settings.assets, origin: origin(request), frameAncestors: this.#ancestors, language };
  }

  #addresses(
    request: Request,
    about: PlaybackSubject,
  ): { embedUrl: string; oEmbedUrl: string; pageUrl: string | undefined } {
    const { origin, basePath, settings } = this.#context;
    const own = origin(request);
    return {
      embedUrl: own + this.path(about),
      oEmbedUrl: `${own}${basePath}/oembed`,
      pageUrl: settings.pageUrl?.(about),
    };
  }
}

const no = () => Promise.resolve(false);

/** A playback, and what the page has to know beside it. */
async function toAnswer(request: Request, found: FoundPlayback & { policy: string }): Promise<Response> {
  const { playback, isPublic, allowsApi = true, policy } = found;
  const body = { ...playback, isPublic, allowsApi };
  if (!isPublic) return answer(200, body);
  const text = JSON.stringify(body);
  return answerCached(request, { text, tag: await entityTag(text) }, policy);
}

function toResponse(
  { html, headers }: RenderedPage,
  status: number,
  policy: string,
  others: Record<string, string> = {},
): Response {
  const all = { ...headers, 'cache-control': policy, 'vary': 'accept-language', ...others };
  return new Response(html, { status, headers: all });
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
