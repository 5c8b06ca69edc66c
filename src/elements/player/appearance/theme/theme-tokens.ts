import type { PlayerTheme, ThemeColour } from '../../../../core/wire/player-theme.ts';
import {
  BLACK,
  colorText,
  contrastOf,
  leastContrast,
  luminanceOf,
  over,
  readColor,
  WHITE,
  type Colour,
} from '../../../../core/color.ts';

/** The contrast that WCAG 2 requires of text and of icons. */
const WORDS = 4.5;
const ICONS = 3;
/** The contrast between the played part and the rest of the rail, over the lightest film. */
const PARTS = 2;
/** The skin's own colours: the scrims below and above, the ground of the rail, the rail, what of it is buffered. */
const SCRIM: Colour = { ...BLACK, a: 0.7 };
const TOP_SCRIM: Colour = { ...BLACK, a: 0.65 };
const RAIL: Colour = { ...BLACK, a: 0.65 };
const UNPLAYED: Colour = { ...WHITE, a: 0.13 };
const BUFFERED: Colour = { ...WHITE, a: 0.27 };
/** The luminance that the played part has at least, whatever the accent. */
const PLAYED_LUMINANCE = 0.42;

/** The inks that lie on the bar, the contrast that they need, and the private token of each. */
const INKS = [
  ['link', ICONS, '--_icon'],
  ['linkHover', ICONS, '--_icon-hover'],
  ['linkActive', ICONS, '--_icon-active'],
  ['text', WORDS, '--_clock'],
] as const;

/**
 * The private tokens that a theme sets. A ground on which the icons could not be read over some picture is refused, then
 * inks that cannot be read on the skin's own ground. `--vh-accent` and `--vh-on-accent` of the page come first.
 */
export function themeTokens(theme: PlayerTheme): ReadonlyMap<string, string> {
  const colour = (name: ThemeColour) => readColor(theme[name] ?? '');
  const tokens = new Map<string, string>();
  const set = (token: string, value: Colour | undefined) => value && tokens.set(token, colorText(value));

  const [top, bottom] = [colour('backgroundTop'), colour('backgroundBottom')];
  const isReadable = (ground: Colour | undefined) =>
    INKS.every(([name, least]) => leastContrast(colour(name) ?? WHITE, ground ?? SCRIM) >= least);
  const keepsGround = isReadable(top) && isReadable(bottom);
  if (keepsGround) {
    set('--_scrim-top', top);
    set('--_scrim-bottom', bottom);
  }
  const grounds = keepsGround ? [top ?? SCRIM, bottom ?? SCRIM] : [SCRIM];
  for (const [name, least, token] of INKS) {
    const ink = colour(name);
    if (ink && grounds.every((ground) => leastContrast(ink, ground) >= least)) set(token, ink);
  }
  const heading = colour('backgroundText');
  if (heading && leastContrast(heading, TOP_SCRIM) >= WORDS) set('--_heading', heading);
  setRail(set, colour('trackUnplayed'), colour('trackBackground'));

  const accent = colour('trackPlayed');
  if (accent) {
    // On a poster of any colour a button has to be opaque.
    const opaque = { ...accent, a: 1 };
    const on = contrastOf(opaque, WHITE) >= contrastOf(opaque, BLACK) ? WHITE : BLACK;
    tokens.set('--_accent', `var(--vh-accent, ${colorText(opaque)})`);
    tokens.set('--_on-accent', `var(--vh-on-accent, ${colorText(on)})`);
  }
  if (theme.hideTitle) tokens.set('--_title', 'hidden');
  return tokens;
}

/** Buffered and played parts must differ: otherwise both keep the skin's own colours. */
function setRail(
  set: (token: string, value: Colour | undefined) => void,
  buffered: Colour | undefined,
  rail: Colour | undefined,
): void {
  const grounds = [BLACK, WHITE].map((film) => over(RAIL, over(SCRIM, film)));
  const rails = grounds.map((ground) => over(rail ?? UNPLAYED, ground));
  const parts = [...rails, ...rails.map((ground) => over(buffered ?? BUFFERED, ground))];
  if (parts.some((part) => (PLAYED_LUMINANCE + 0.05) / (luminanceOf(part) + 0.05) < PARTS)) return;
  set('--_buffered-theme', buffered);
  set('--_rail', rail);
}
