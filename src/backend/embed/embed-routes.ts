import { isId } from '../../core/wire/id.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import type { PlaybackSubject } from '../access/playback-subject.ts';
import type { EmbedSettings, EmbedUrlOptions } from './embed-options.ts';
import { Embeds, type EmbedContext } from './embeds.ts';
import { answerOEmbed } from './oembed-endpoint.ts';
import { notFound } from '../http/respond.ts';
import type { Route } from '../http/route.ts';

/** The routes of embed pages and oEmbed. */
export type EmbedRoute = Extract<Route, { name: 'embed' | 'embed-playback' | 'oembed' }>;

/** The part of a backend that concerns embeds. Without settings its addresses are 404. */
export class EmbedRoutes {
  readonly #context: Omit<EmbedContext, 'settings'>;
  readonly #settings: EmbedSettings | undefined;
  readonly #embeds: Embeds | undefined;

  constructor(settings: EmbedSettings | undefined, context: Omit<EmbedContext, 'settings'>) {
    this.#context = context;
    this.#settings = settings;
    this.#embeds = settings && new Embeds({ ...context, settings });
  }

  /** True where the site has set embed pages up. */
  get isOpen(): boolean {
    return this.#embeds !== undefined;
  }

  async answer(route: EmbedRoute, request: Request): Promise<Response> {
    const [embeds, settings] = [this.#embeds, this.#settings];
    if (!embeds || !settings) return notFound();
    if (route.name === 'embed') return embeds.page(request, route);
    if (route.name === 'embed-playback') return embeds.playback(request, route);
    const { basePath, origin } = this.#context;
    return answerOEmbed(request, { embeds, settings, basePath, origin: origin(request) });
  }

  readonly url = async (about: string | PlaybackSubject, options: EmbedUrlOptions = {}): Promise<string> =>
    this.#needed.url(typeof about === 'string' ? { kind: 'video', id: about } : about, options);

  readonly tags = async (
    request: Request,
    about: PlaybackSubject,
    { description }: { description?: string } = {},
  ): Promise<string> => (isId(about.id) ? this.#needed.tags(request, about, description) : '');

  get #needed(): Embeds {
    if (this.#embeds) return this.#embeds;
    throw new VhError('invalid-use', 'Embed pages need the "embed" option of createBackend.');
  }
}
