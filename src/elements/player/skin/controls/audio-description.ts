import { nothing, svg, type TemplateResult } from 'lit';
import type { LazyPart } from '../../../../core/async/lazy-module.ts';
import { draw, type Icon } from '../../../styling/icon.ts';
import { isDescription, loadSpeech, type Description } from '../../../../captions/index.ts';
import { playerPart } from '../../parts.ts';
import { controlButton, type Control, type SkinContext } from '../context/control.ts';
import type { KeyBinding } from '../context/key-map.ts';

const descriptionIcon: Icon = () =>
  draw(svg`<path d="M2.5 17 6.5 7l4 10M4 13.5h5M13 7v10h1.5a5 5 0 0 0 0-10zM21.5 8a8 8 0 0 1 0 8" />`);

/** Turns the audio description on and off: another sound track, or a text that is read aloud. */
export class AudioDescriptionControl implements Control {
  readonly name = 'audio-description';
  readonly place = 'end';
  readonly #skin: SkinContext;
  readonly #keys: readonly KeyBinding[] = [
    {
      keys: ['d'],
      actions: ['audioDescription'],
      word: 'audioDescriptionOnOrOff',
      act: () => this.#toggle(),
    },
  ];
  #description: Description | undefined;
  readonly #code: LazyPart<typeof Description>;
  #beginning: Promise<void> | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#code = playerPart(skin.host, loadSpeech, (code) => code.Description);
  }

  /** Media without a description leave the key to the page. */
  get keys(): readonly KeyBinding[] {
    return this.#status === 'none' ? [] : this.#keys;
  }

  render(): TemplateResult | typeof nothing {
    if (this.#status === 'none') return nothing;
    return controlButton({
      name: 'audio-description',
      icon: descriptionIcon,
      label: this.#skin.words.audioDescription,
      act: () => this.#toggle(),
      key: this.#skin.keyFor('audioDescription'),
      pressed: this.#status === 'on',
    });
  }

  follow(signal: AbortSignal): void {
    const { media, engine } = this.#skin;
    this.#description = this.#beginning = undefined;
    const look = () => this.#look(signal);
    media.textTracks.addEventListener('addtrack', look, { signal });
    engine.store.subscribe(look, { signal });
    look();
  }

  get #status(): 'none' | 'off' | 'on' {
    return this.#description?.store.state.status ?? 'none';
  }

  /** Its code is loaded for media that have a description. */
  #look(signal: AbortSignal): void {
    const { host, media, has } = this.#skin;
    if (this.#description) return this.#description.update();
    const tracks = [...media.textTracks, ...(host.audioTracks ?? [])];
    if (!has(this.name) || !tracks.some(isDescription)) return;
    this.#beginning ??= this.#begin(signal);
  }

  async #begin(signal: AbortSignal): Promise<void> {
    const Code = await this.#code.loadUntil(signal);
    if (!Code || signal.aborted) return;
    const { host, media, announce, choices, update } = this.#skin;
    const { languages } = navigator;
    const described = { media, texts: media.textTracks, sound: () => host.audioTracks, languages, announce };
    this.#description = new Code(described, choices.audioDescription, signal);
    this.#description.store.subscribe(update, { signal });
    update();
  }

  #toggle(): void {
    const { words, choices, notify } = this.#skin;
    const isOn = this.#status !== 'on';
    this.#description?.set(isOn);
    choices.keep({ audioDescription: isOn });
    notify(words.audioDescriptionNow.replace('{name}', () => (isOn ? words.on : words.off)));
  }
}
