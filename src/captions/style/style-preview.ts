import { Store } from '../../core/store.ts';
import type { CaptionSources } from '../tracks/caption-tracks.ts';

/** A player's sample text while the viewer chooses a style and no cue shows; empty for none. */
export interface StylePreview {
  readonly text: string;
}

const previews = new WeakMap<CaptionSources, Store<StylePreview>>();

/** The preview of one media element: a panel sets it, and who draws the captions follows it. */
export function previewOf(sources: CaptionSources): Store<StylePreview> {
  const known = previews.get(sources);
  if (known) return known;
  const made = new Store<StylePreview>({ text: '' });
  previews.set(sources, made);
  return made;
}
