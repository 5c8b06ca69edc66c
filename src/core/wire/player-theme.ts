import { readRecord, readText } from './read-json.ts';
import { readWebAddress } from './web-address.ts';

/** The colours of a player theme, by the service's names. */
export const THEME_COLOURS = [
  'text',
  'link',
  'linkHover',
  'linkActive',
  'trackPlayed',
  'trackUnplayed',
  'trackBackground',
  'backgroundTop',
  'backgroundBottom',
  'backgroundText',
] as const;

/** The switches of a player theme, by the service's names. */
export const THEME_FLAGS = ['enableControls', 'forceAutoplay', 'hideTitle', 'forceLoop'] as const;

/** A colour of a player theme, by the service's name. */
export type ThemeColour = (typeof THEME_COLOURS)[number];

/** How the video's owner wants its player to look, as far as a page may know it. */
export interface PlayerTheme extends Partial<Record<ThemeColour, string>> {
  enableControls?: boolean;
  forceAutoplay?: boolean;
  hideTitle?: boolean;
  forceLoop?: boolean;
  /** A picture in the corner, and where a click on it leads. */
  logo?: { src: string; href?: string | undefined };
}

// Nothing that could be more than a colour: no url(), no var(), no second declaration.
const COLOUR = /^(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i;

/** Reads a theme: only plain colours, flags and web addresses count. */
export function parsePlayerTheme(value: unknown): PlayerTheme | undefined {
  const from = readRecord(value);
  if (!from) return undefined;
  const theme: PlayerTheme = {};
  for (const name of THEME_COLOURS) {
    const colour = readText(from[name]);
    if (colour !== undefined && COLOUR.test(colour)) theme[name] = colour;
  }
  for (const name of THEME_FLAGS) {
    const flag = from[name];
    if (typeof flag === 'boolean') theme[name] = flag;
  }
  const logo = readRecord(from['logo']);
  const src = readWebAddress(logo?.['src']);
  if (src !== undefined) theme.logo = { src, href: readWebAddress(logo?.['href']) };
  return theme;
}
