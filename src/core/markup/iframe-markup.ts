import { escapeHtml } from './escape-html.ts';
import type { Size } from './embed-size.ts';

/** An embedded player for another page. */
export interface EmbedFrame extends Size {
  /** The address of the embed page. */
  src: string;
  title: string;
}

/**
 * The `<iframe>` of an embedded player. With its style it is as wide as its surroundings allow, in the video's shape. A page
 * that takes styles away shows it in the size of the attributes.
 */
export function iframeMarkup({ src, title, width, height }: EmbedFrame): string {
  const [w, h] = [String(width), String(height)];
  const style = `aspect-ratio:${w}/${h};width:100%;max-width:${w}px;height:auto;border:0`;
  return (
    `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" width="${w}" height="${h}" style="${style}"` +
    ' frameborder="0" loading="lazy" referrerpolicy="strict-origin-when-cross-origin"' +
    ' allow="autoplay; picture-in-picture; encrypted-media" allowfullscreen></iframe>'
  );
}
