import { webAddress } from '../../../../core/wire/read-json.ts';
import type { PlayerTheme } from '../../../../core/wire/player-theme.ts';

/** The picture in the corner of a player; with an address, a link without a referrer. */
export function logoElement({ src, href }: NonNullable<PlayerTheme['logo']>): HTMLElement {
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
