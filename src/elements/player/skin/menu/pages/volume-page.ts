import { volumeOf } from '../../../../../captions/index.ts';
import { formatPercent } from '../../../../../locales/format/number-format.ts';
import type { SkinContext } from '../../context/control.ts';
import type { MenuPage } from './menu-page.ts';

const LEVELS = [1, 0.8, 0.6, 0.4, 0.2];
/** CSS pixels: as `slider-styles.ts` has it. */
const BAR_WITH_SLIDER_PX = 600;

let settable: boolean | undefined;

/** How loud it is, where the bar has no slider for it. */
export function volumePage(skin: SkinContext): MenuPage | undefined {
  const { media, words, locale, choices: kept } = skin;
  if (hasSlider(media) || !canSetVolume()) return undefined;
  const percent = (volume: number) => formatPercent(volume, words, locale);
  const loudness = media.muted ? 0 : volumeOf(media);
  const nearest = LEVELS.reduce((best, one) =>
    Math.abs(one - loudness) < Math.abs(best - loudness) ? one : best,
  );
  const set = (volume: number, muted: boolean) => () => {
    if (!muted) media.volume = volume;
    media.muted = muted;
    kept.keep(muted ? { muted } : { volume, muted });
  };
  return {
    name: 'volume',
    title: words.volume,
    now: loudness === 0 ? words.muted : percent(loudness),
    choices: [
      ...LEVELS.map((volume) => ({
        label: percent(volume),
        isChosen: loudness > 0 && volume === nearest,
        choose: set(volume, false),
      })),
      { label: words.muted, isChosen: loudness === 0, choose: set(0, true) },
    ],
  };
}

/** True where a pointer can hover, and the player is wide. */
function hasSlider({ clientWidth }: HTMLElement): boolean {
  return clientWidth >= BAR_WITH_SLIDER_PX && matchMedia('(hover: hover)').matches;
}

/** False on iPhones, where the volume belongs to the device's own buttons. */
function canSetVolume(): boolean {
  if (settable === undefined) {
    const video = document.createElement('video');
    video.volume = 0.5;
    settable = video.volume === 0.5;
  }
  return settable;
}
