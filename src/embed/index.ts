export { embedPolicy, type PolicyParts } from './embed-policy.ts';
export type { Size } from '../core/markup/embed-size.ts';
export { headTags, type HeadTagsSource } from './head-tags.ts';
export { iframeMarkup, type EmbedFrame } from '../core/markup/iframe-markup.ts';
export {
  renderEmbedNotice,
  renderEmbedPage,
  type EmbedNotice,
  type EmbedPage,
  type RenderedPage,
} from './render-embed-page.ts';
export type { Playback, PlaybackTrack } from '../core/wire/playback.ts';
