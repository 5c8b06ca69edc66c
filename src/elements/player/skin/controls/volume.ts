import { html, type TemplateResult } from 'lit';
import { volumeOf } from '../../../../captions/index.ts';
import { formatPercent } from '../../../../locales/format/number-format.ts';
import { mutedIcon, volumeIcon } from '../../../styling/icons.ts';
import { writeStyle } from '../../../styling/write-style.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

const STEP = 0.1;
/** An audible volume for a viewer who unmutes at a volume of zero. */
const AUDIBLE = 0.5;

/** The volume: a mute button, and a slider where a pointer can hover. */
export class VolumeControl implements Control {
  readonly name = 'volume';
  readonly place = 'start';
  readonly keys: readonly KeyBinding[] = [
    { keys: ['m'], actions: ['mute'], word: 'muteOrUnmute', act: () => this.#reported(() => this.#toggle()) },
    {
      ...{
        keys: ['arrowup', 'arrowdown'],
        actions: ['volumeUp', 'volumeDown'] as const,
        shown: '↑ ↓',
        word: 'louderOrQuieter',
      },
      act: (key) => this.#reported(() => this.#step(key)),
    },
  ];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult {
    const { words } = this.#skin;
    const loudness = this.#loudness;
    const isSilent = loudness === 0;
    return html`${controlButton({
        name: 'mute',
        icon: isSilent ? mutedIcon : volumeIcon,
        label: isSilent ? words.unmute : words.mute,
        act: () => this.#toggle(),
        key: this.#skin.keyFor('mute'),
      })}<input
        type="range"
        part="volume"
        min="0"
        max="1"
        step="0.05"
        aria-label=${words.volume}
        aria-valuetext=${this.#percent}
        .value=${String(loudness)}
        @input=${this.#slide}
      />`;
  }

  paint(root: ParentNode): void {
    writeStyle(root.querySelector('.at-volume'), '--played', String(this.#loudness));
  }

  get #loudness(): number {
    const { media } = this.#skin;
    return media.muted ? 0 : volumeOf(media);
  }

  get #percent(): string {
    const { words, locale } = this.#skin;
    return formatPercent(this.#loudness, words, locale);
  }

  /** Does what a key does, and says how loud it is then: the slider may be out of sight. */
  #reported(act: () => void): void {
    act();
    const { words, notify } = this.#skin;
    notify(this.#loudness === 0 ? words.muted : words.volumeNow.replace('{value}', this.#percent));
  }

  readonly #slide = (event: Event): void => this.#set(Number((event.target as HTMLInputElement).value));

  #toggle(): void {
    const { media } = this.#skin;
    const isSilent = this.#loudness === 0;
    if (isSilent && media.volume === 0) media.volume = AUDIBLE;
    media.muted = !isSilent;
    this.#skin.choices.keep({ muted: media.muted });
  }

  #step(key: string): void {
    const volume = volumeOf(this.#skin.media);
    this.#set(Math.min(Math.max(volume + (key === 'arrowup' ? STEP : -STEP), 0), 1));
  }

  #set(volume: number): void {
    const { media } = this.#skin;
    media.volume = volume;
    media.muted = volume === 0;
    this.#skin.choices.keep({ volume, muted: media.muted });
  }
}
