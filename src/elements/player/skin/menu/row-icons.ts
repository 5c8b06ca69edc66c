import { svg } from 'lit';
import { draw, type Icon } from '../../../styling/icon.ts';
import { captionsIcon, filmIcon, listIcon, volumeIcon } from '../../../styling/icons.ts';

const qualityIcon: Icon = () => draw(svg`<path d="M5 18.5v-4M12 18.5V10M19 18.5v-13" />`);
const speedIcon: Icon = () =>
  draw(svg`<path d="M6 18.5a8.5 8.5 0 1 1 12 0M12 13l4-4" /><circle cx="12" cy="13" r="1" />`);
const styleIcon: Icon = () =>
  draw(
    svg`<path d="m3.5 18 4.5-12 4.5 12M5 14h6" /><path d="M20.5 12v6" /><circle cx="17.5" cy="15" r="3" />`,
  );
const keysIcon: Icon = () =>
  draw(
    svg`<rect x="3" y="6" width="18" height="12" rx="2.5" /><path d="M7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M8.5 14h7" />`,
  );
const linkIcon: Icon = () =>
  draw(
    svg`<path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />`,
  );
const repeatIcon: Icon = () =>
  draw(svg`<path d="M4 12V9.5a3 3 0 0 1 3-3h12l-2.75-2.75M20 12v2.5a3 3 0 0 1-3 3H5l2.75 2.75" />`);
const chaptersIcon: Icon = () =>
  draw(svg`<path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5" />`);

const fitIcon: Icon = () =>
  draw(
    svg`<rect x="3.5" y="5.5" width="17" height="13" rx="2.5" /><path d="M7 11V9h2M17 13v2h-2M15 9h2v2M9 15H7v-2" />`,
  );
const markersIcon: Icon = () => draw(svg`<path d="M6.5 20.5v-16M6.5 5h11l-2.5 4 2.5 4h-11" />`);

const pictureIcon: Icon = () =>
  draw(
    svg`<rect x="3.5" y="5" width="17" height="14" rx="2.5" /><path d="m3.5 16 4.5-4.5 7 7M13 16l3-3 4.5 4" /><circle cx="15.5" cy="9" r="1.25" />`,
  );

/** The icons before the rows of the first page, by the name of the page or action. */
export const rowIcons: Readonly<Record<string, Icon>> = {
  'playlist': listIcon,
  'quality': qualityIcon,
  'speed': speedIcon,
  'audio': volumeIcon,
  'captions': captionsIcon,
  'captions-file': captionsIcon,
  'captions-style': styleIcon,
  'chapters': chaptersIcon,
  'volume': volumeIcon,
  'fit': fitIcon,
  'markers': markersIcon,
  'autoplay-next': filmIcon,
  'part-loop': repeatIcon,
  'copy-link': linkIcon,
  'save-picture': pictureIcon,
  'keys': keysIcon,
};
