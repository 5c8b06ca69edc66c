import { svg } from 'lit';
import { draw, type Icon } from './icon.ts';

// The icons of an uploader without files; the other icons come with the views that use them.

/** An icon that says: upload. */
export const uploadIcon: Icon = () =>
  draw(svg`<path d="M12 16V5m0 0L7.5 9.5M12 5l4.5 4.5M4.5 15.5V18a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" />`);
/** An icon that says: alert. */
export const alertIcon: Icon = () =>
  draw(svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.75v5m0 3.25v.25" />`);
/** An icon that says: record. */
export const recordIcon: Icon = () => draw(svg`<circle cx="12" cy="12" r="6" fill="currentColor" />`);
