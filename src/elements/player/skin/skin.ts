import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { CaptionTracks } from '../../../captions/caption-tracks.ts';
import { shareCaptionTracks } from '../../../captions/share-caption-tracks.ts';
import { player as english, type PlayerWords } from '../../../locales/en/player.ts';
import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { PlaybackState } from '../../../playback/playback-state.ts';
import { renewStyles } from '../../renew-styles.ts';
import { WordsController } from '../../words-controller.ts';
import type { Control, ControlPlace, SkinContext } from './control.ts';
import { ControlsVisibility } from './controls-visibility.ts';
import { Controls } from './controls.ts';
import { failureView } from './failure-view.ts';
import { bindingOf, keyName, type KeyPlace } from './key-map.ts';
import type { SkinHost } from './skin-host.ts';
import { forcedColorsStyles } from './styles/forced-colors-styles.ts';
import { skinStyles } from './styles/skin-styles.ts';
import { sliderStyles } from './styles/slider-styles.ts';
import { Timeline } from './timeline.ts';

/** After these the controls may look different. */
const EVENTS = (
  'timeupdate play pause playing waiting seeking seeked ended progress emptied durationchange loadedmetadata ' +
  'volumechange canplay'
).split(' ');

/** The controls of a player, and what it shows when there is nothing to play. It lives in the player's own root. */
export class Skin implements ReactiveController, SkinContext {
  readonly host: SkinHost;
  readonly engine: PlaybackEngine;
  readonly timeline: Timeline;
  readonly #vocabulary: WordsController<'player'>;
  readonly #controls: Controls;
  readonly #visibility: ControlsVisibility;
  #captions: CaptionTracks | undefined;
  #life: AbortController | undefined;

  constructor(host: SkinHost, engine: PlaybackEngine) {
    this.host = host;
    this.engine = engine;
    this.timeline = new Timeline(host.media);
    this.#vocabulary = new WordsController(host, 'player', english);
    this.#visibility = new ControlsVisibility(host);
    this.#controls = new Controls(this);
    renewStyles(host, skinStyles, sliderStyles, forcedColorsStyles);
    host.addController(this);
  }

  get media(): HTMLVideoElement {
    return this.host.media;
  }

  get words(): PlayerWords {
    return this.#vocabulary.words;
  }

  get locale(): string {
    return this.#vocabulary.locale;
  }

  get captions(): CaptionTracks | undefined {
    return this.#captions;
  }

  /** True while the controls are to be seen. */
  get isOpen(): boolean {
    return this.#visibility.status !== 'hidden';
  }

  readonly update = (): void => this.host.requestUpdate();

  readonly togglePlay = (): void => {
    if (this.media.paused) this.host.play().catch(() => {});
    else this.host.pause();
  };

  hostConnected(): void {
    this.#life?.abort();
    const { signal } = (this.#life = new AbortController());
    for (const type of EVENTS) this.media.addEventListener(type, this.update, { signal });
    this.#captions = shareCaptionTracks(this.media.textTracks, signal);
    this.#captions.store.subscribe(this.update, { signal });
    this.#controls.follow(signal, this.update);
    this.host.addEventListener('keydown', (event) => this.#takeKey(event), { signal });
  }

  hostDisconnected(): void {
    this.#life?.abort();
  }

  hostUpdated(): void {
    for (const control of this.#controls.present) control.paint?.(this.host.renderRoot);
  }

  /** Gives the focus to the play button. */
  focus(): void {
    this.host.renderRoot.querySelector<HTMLElement>('.play')?.focus();
  }

  /** The controls as they are now. */
  render(state: PlaybackState): TemplateResult {
    if (state.status === 'failed') return failureView(state.error, this.words, () => void this.#retry());
    return this.host.withoutControls || this.media.controls
      ? this.#renderBuffering(state)
      : html`<div class="stage" @click=${this.#takeClick} @dblclick=${this.#takeDoubleClick}></div>
          ${this.#renderBuffering(state)} ${this.#renderControls()}`;
  }

  #renderBuffering({ status }: PlaybackState): TemplateResult {
    const { media, words } = this;
    const isWaiting = !media.paused && !media.ended && (status === 'loading' || media.readyState < 3);
    return html`<div class="buffering" role="status">
      ${isWaiting ? html`<span class="spinner"></span><span class="hidden">${words.buffering}</span>` : nothing}
    </div>`;
  }

  #renderControls(): TemplateResult {
    const revealing = this.#visibility.status === 'revealing' ? 'revealing' : '';
    return html`<div
      class="controls ${revealing}"
      part="controls"
      role="group"
      aria-label=${this.words.controls}
    >
      <div class="leading">${this.#renderAt('start')}</div>
      ${this.#renderAt('seek')}
      <div class="trailing">${this.#renderAt('end')}</div>
    </div>`;
  }

  #renderAt(place: ControlPlace): TemplateResult[] {
    return this.#controls.present.filter((control) => control.place === place).map(framed);
  }

  /** A click plays or pauses, except of a tap on hidden controls: that one shows them. */
  readonly #takeClick = (): void => {
    if (this.#visibility.press !== 'revealing-touch') this.togglePlay();
  };

  /** By touch the first of two quick taps may only have shown the controls: together they mean nothing yet. */
  readonly #takeDoubleClick = (): void => {
    if (this.#visibility.press === 'mouse') this.#press('f');
  };

  #retry(): Promise<void> {
    return this.engine.retry().catch(() => {});
  }

  #takeKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    // What a page puts into the bar has keys of its own.
    if (event.defaultPrevented || event.target !== this.host || this.engine.store.state.status === 'failed')
      return;
    const name = keyName(event, placeOf(target));
    if (name !== undefined && this.#press(name)) event.preventDefault();
  }

  /** Does what a key does; false when it does nothing. */
  #press(name: string): boolean {
    const binding = bindingOf(
      this.#controls.present.flatMap(({ keys = [] }) => keys),
      name,
    );
    binding?.act(name);
    return binding !== undefined;
  }
}

/** A control between what the page puts before and after it. */
function framed(control: Control): TemplateResult {
  const { name } = control;
  return html`<div class="at at-${name}">
    <slot name="before-${name}"></slot>${control.render()}<slot name="after-${name}"></slot>
  </div>`;
}

function placeOf(target: EventTarget | undefined): KeyPlace {
  if (target instanceof HTMLInputElement) return 'slider';
  return target instanceof HTMLButtonElement ? 'button' : 'elsewhere';
}
