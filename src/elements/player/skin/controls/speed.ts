import { nothing } from 'lit';
import { speedOf } from '../../../../captions/index.ts';
import { formatSpeed, speedsOf } from '../menu/pages/speeds.ts';
import type { Control, SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

/**
 * The playback speed: two keys, and a page of the settings.
 *
 * @attr {string} speeds - The speeds to choose from, space separated, such as `0.5 1 1.5 2`.
 */
export class SpeedControl implements Control {
  readonly name = 'speed';
  readonly place = 'end';
  readonly keys: readonly KeyBinding[] = [
    {
      keys: ['<', '>'],
      actions: ['slower', 'faster'],
      shown: '< >',
      word: 'slowerOrFaster',
      act: (key) => this.#step(key === '>'),
    },
  ];
  readonly #skin: SkinContext;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): typeof nothing {
    return nothing;
  }

  follow(signal: AbortSignal): void {
    const { media, timeline } = this.#skin;
    // A live stream has no other speed than its own: faster, it would soon stall. In WebKit a film, too, is without an end
    // for a moment, until its length is known.
    const check = () => {
      const isKnown = media.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
      if (isKnown && timeline.isLive && media.playbackRate !== 1) media.playbackRate = 1;
    };
    for (const type of ['durationchange', 'playing']) media.addEventListener(type, check, { signal });
    media.addEventListener('ratechange', this.#skin.update, { signal });
  }

  #step(isFaster: boolean): void {
    const { host, media, timeline, choices, notify, locale } = this.#skin;
    const speeds = speedsOf(host);
    if (timeline.isLive) return;
    const now = speedOf(media);
    const next = isFaster ? speeds.find((speed) => speed > now) : speeds.findLast((speed) => speed < now);
    if (next === undefined) return;
    media.playbackRate = next;
    media.defaultPlaybackRate = next;
    choices.keep({ speed: next });
    notify(formatSpeed(next, locale));
  }
}
