import type { ReactiveController } from 'lit';
import type { PlayerTheme } from '../../../../core/wire/player-theme.ts';
import type { PlaybackEngine } from '../../../../playback/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import type { PlayerApi } from '../../api/player-api.ts';
import { themeStyles } from './theme-styles.ts';
import { themeTokens } from './theme-tokens.ts';
import { webAddress } from '../../../../core/wire/web-address.ts';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The look that a video's owner has chosen for its player: colours, the logo, whether the title shows.
 *
 * @csspart logo - The logo of the player's theme.
 */
export class ThemeController implements ReactiveController {
  readonly #host: PlayerApi;
  readonly #engine: Pick<PlaybackEngine, 'store'>;
  #theme: PlayerTheme | undefined;
  #hidesTitle = false;
  #tokens = NONE;
  /** The tokens that each part of the player has. */
  readonly #painted = new WeakMap<Element, ReadonlyMap<string, string>>();
  #logo: HTMLElement | undefined;

  constructor(host: PlayerApi, engine: Pick<PlaybackEngine, 'store'>) {
    this.#host = host;
    this.#engine = engine;
    renewStyles(host, themeStyles);
    host.addController(this);
    host.requestUpdate();
  }

  hostUpdated(): void {
    const { state } = this.#engine.store;
    // While it asks once more, the player keeps its look.
    if (state.source || state.status === 'idle') this.#take(state.source?.theme);
    const { renderRoot } = this.#host;
    for (const part of renderRoot.children) if (part instanceof HTMLElement) this.#paint(part);
  }

  #take(theme: PlayerTheme | undefined): void {
    // A title that the page itself has written shows.
    const hidesTitle = theme?.hideTitle === true && this.#host.heading === undefined;
    if (theme === this.#theme && hidesTitle === this.#hidesTitle) return;
    const before = this.#theme?.logo;
    this.#theme = theme;
    this.#hidesTitle = hidesTitle;
    this.#tokens = theme ? themeTokens({ ...theme, hideTitle: hidesTitle }) : NONE;
    if (before?.src === theme?.logo?.src && before?.href === theme?.logo?.href) return;
    this.#logo?.remove();
    this.#logo = theme?.logo && logoElement(theme.logo);
    // Beside the video, which no template moves or takes away.
    if (this.#logo) this.#host.media.after(this.#logo);
  }

  /** Past the templates: an inline style in them is what a strict page forbids. */
  #paint(part: HTMLElement): void {
    part.classList.toggle('branded', this.#logo?.isConnected ?? false);
    const tokens = this.#tokens;
    const before = this.#painted.get(part) ?? NONE;
    if (before === tokens) return;
    for (const token of before.keys()) part.style.removeProperty(token);
    for (const [token, value] of tokens) part.style.setProperty(token, value);
    this.#painted.set(part, tokens);
  }
}

/** The picture in the corner of a player; with an address, a link without a referrer. */
function logoElement({ src, href }: NonNullable<PlayerTheme['logo']>): HTMLElement {
  const link = href === undefined ? undefined : webAddress(href);
  const frame = document.createElement('div');
  frame.className = 'brand';
  const logo = document.createElement(link ? 'a' : 'span');
  logo.className = 'logo';
  logo.part.add('logo');
  if (link && logo instanceof HTMLAnchorElement) {
    logo.href = link.href;
    logo.target = '_blank';
    logo.rel = 'noopener noreferrer';
  }
  const image = document.createElement('img');
  // Screen readers skip a logo without a link.
  image.alt = link?.hostname.replace(/^www\./, '') ?? '';
  image.draggable = false;
  image.referrerPolicy = 'no-referrer';
  image.addEventListener('error', () => frame.remove(), { once: true });
  image.src = src;
  logo.append(image);
  frame.append(logo);
  return frame;
}
