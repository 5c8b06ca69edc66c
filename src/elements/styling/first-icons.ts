import { svg } from 'lit';
import { draw, type Icon } from './icon.ts';

// The icons of elements that nobody has used yet. The others come with the views that show them: a module that an entry and a
// later view share is loaded with the entry, and all of it.

/** An icon that says: upload. */
export const uploadIcon: Icon = () =>
  draw(svg`<path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4.5 15.5V18a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" />`);
/** An icon that says: alert. */
export const alertIcon: Icon = () =>
  draw(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.75v5m0 3.25v.25" />`);
/** An icon that says: record. */
export const recordIcon: Icon = () => draw(svg`<circle cx="12" cy="12" r="6" fill="currentColor" />`);
/** An icon that says: captions. */
export const captionsIcon: Icon = () =>
  draw(
    svg`<rect x="3" y="5.5" width="18" height="13" rx="2.5" /><path d="M10.5 10.6a2.1 2.1 0 1 0 0 2.8M17 10.6a2.1 2.1 0 1 0 0 2.8" />`,
  );
