import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { CaptionTracks } from '../../../captions/caption-tracks.ts';
import { shareCaptionTracks } from '../../../captions/share-caption-tracks.ts';
import { player as english, type PlayerWords } from '../../../locales/en/player.ts';
import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { PlaybackState } from '../../../playback/playback-state.ts';
import {
  captionsIcon,
  fullscreenExitIcon,
  fullscreenIcon,
  mutedIcon,
  pauseIcon,
  playIcon,
  replayIcon,
  volumeIcon,
  type Icon,
} from '../../icons.ts';
import { renewStyles } from '../../renew-styles.ts';
import { WordsController } from '../../words-controller.ts';
import { formatTime } from '../format-time.ts';
import { ControlsVisibility } from './controls-visibility.ts';
import { failureView } from './failure-view.ts';
import { forcedColorsStyles } from './forced-colors-styles.ts';
import { canFullscreen, isFullscreen, toggleFullscreen } from './fullscreen.ts';
import { keyCommand, type KeyCommand, type KeyPlace } from './key-command.ts';
import { SeekBar } from './seek-bar.ts';
import type { SkinHost } from './skin-host.ts';
import { skinStyles } from './skin-styles.ts';
import { sliderStyles } from './slider-styles.ts';

/** After these the controls may look different. */
const EVENTS = [
  ...[
    'timeupdate',
    'play',
    'pause',
    'playing',
    'waiting',
    'seeking',
    'seeked',
    'ended',
    'progress',
    'emptied',
  ],
  ...['durationchange', 'loadedmetadata', 'volumechange', 'canplay'],
];

/** The controls of a player, and what it shows when there is nothing to play. It lives in the player's own root. */
export class Skin implements ReactiveController {
  readonly #host: SkinHost;
  readonly #engine: PlaybackEngine;
  readonly #vocabulary: WordsController<'player'>;
  readonly #seekBar: SeekBar;
  #captions: CaptionTracks | undefined;
  readonly #visibility: ControlsVisibility;
  #life: AbortController | undefined;

  constructor(host: SkinHost, engine: PlaybackEngine) {
    this.#host = host;
    this.#engine = engine;
    this.#vocabulary = new WordsController(host, 'player', english);
    this.#seekBar = new SeekBar(host.media);
    this.#visibility = new ControlsVisibility(host);
    renewStyles(host, skinStyles, sliderStyles, forcedColorsStyles);
    host.addController(this);
  }

  /** True while the controls are to be seen. */
  get isOpen(): boolean {
    return this.#visibility.status !== 'hidden';
  }

  hostConnected(): void {
    this.#life?.abort();
    this.#life = new AbortController();
    const { signal } = this.#life;
    const { media } = this.#host;
    const update = () => this.#host.requestUpdate();
    for (const type of ['seeked', 'emptied']) {
      media.addEventListener(type, () => this.#seekBar.release(), { signal });
    }
    for (const type of EVENTS) media.addEventListener(type, update, { signal });
    this.#captions = shareCaptionTracks(media.textTracks, signal);
    this.#captions.store.subscribe(update, { signal });
    this.#host.addEventListener('fullscreenchange', update, { signal });
    this.#host.addEventListener('keydown', (event) => this.#takeKey(event), { signal });
  }

  hostDisconnected(): void {
    this.#life?.abort();
  }

  hostUpdated(): void {
    this.#seekBar.paint(this.#host.renderRoot);
    const volume = this.#host.renderRoot.querySelector<HTMLElement>('.volume');
    volume?.style.setProperty('--played', String(this.#loudness));
  }

  /** Gives the focus to the play button. */
  focus(): void {
    this.#host.renderRoot.querySelector<HTMLElement>('.play')?.focus();
  }

  /** The controls as they are now. */
  render(state: PlaybackState): TemplateResult {
    const { words } = this.#vocabulary;
    if (state.status === 'failed') return failureView(state.error, words, () => void this.#retry());
    return this.#host.withoutControls || this.#host.media.controls
      ? this.#renderBuffering(state, words)
      : html`<div class="stage" @click=${this.#takeClick} @dblclick=${this.#takeDoubleClick}></div>
          ${this.#renderBuffering(state, words)} ${this.#renderBar(words)}`;
  }

  #renderBuffering({ status }: PlaybackState, words: PlayerWords): TemplateResult {
    const { media } = this.#host;
    const isWaiting = !media.paused && !media.ended && (status === 'loading' || media.readyState < 3);
    return html`<div class="buffering" role="status">
      ${isWaiting ? html`<span class="spinner"></span><span class="hidden">${words.buffering}</span>` : nothing}
    </div>`;
  }

  #renderBar(words: PlayerWords): TemplateResult {
    const { media } = this.#host;
    const isLive = media.duration === Infinity;
    const revealing = this.#visibility.status === 'revealing' ? 'revealing' : '';
    return html`<div class="controls ${revealing}" part="controls" role="group" aria-label=${words.controls}>
      ${this.#renderPlay(words)} ${this.#renderVolume(words)}
      <span class="clock">
        ${
          isLive
            ? html`<span class="live">${words.live}</span>`
            : html`<span class="now">${formatTime(this.#seekBar.time)}</span
                ><span class="whole">${formatTime(media.duration)}</span>`
        }
      </span>
      ${isLive ? nothing : this.#seekBar.render(words)}
      <span class="end">
        <slot name="captions">${this.#renderCaptions(words)}</slot>
        ${canFullscreen(media) ? this.#renderFullscreen(words) : nothing}
      </span>
    </div>`;
  }

  #renderPlay(words: PlayerWords): TemplateResult {
    const { paused, ended } = this.#host.media;
    if (ended) return button('play', replayIcon, words.replay, this.#togglePlay);
    return paused
      ? button('play filled', playIcon, words.play, this.#togglePlay)
      : button('play pause', pauseIcon, words.pause, this.#togglePlay);
  }

  #renderVolume(words: PlayerWords): TemplateResult {
    const isSilent = this.#loudness === 0;
    return html`<span class="volume">
      ${button('mute', isSilent ? mutedIcon : volumeIcon, isSilent ? words.unmute : words.mute, this.#toggleMute)}
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        aria-label=${words.volume}
        aria-valuetext="${String(Math.round(this.#loudness * 100))} %"
        .value=${String(this.#loudness)}
        @input=${this.#setVolume}
      />
    </span>`;
  }

  #renderCaptions(words: PlayerWords): TemplateResult | typeof nothing {
    const state = this.#captions?.store.state;
    if (state?.status !== 'some') return nothing;
    const isOn = state.active !== '';
    return html`<button
      class="button captions"
      aria-label=${words.captions}
      aria-pressed=${String(isOn)}
      title=${words.captions}
      @click=${this.#toggleCaptions}
    >
      ${captionsIcon()}
    </button>`;
  }

  #renderFullscreen(words: PlayerWords): TemplateResult {
    return isFullscreen(this.#host)
      ? button('fullscreen', fullscreenExitIcon, words.exitFullscreen, this.#toggleFullscreen)
      : button('fullscreen', fullscreenIcon, words.fullscreen, this.#toggleFullscreen);
  }

  get #loudness(): number {
    const { muted, volume } = this.#host.media;
    return muted ? 0 : volume;
  }

  readonly #togglePlay = (): void => {
    if (this.#host.media.paused) this.#host.play().catch(() => {});
    else this.#host.pause();
  };

  readonly #toggleMute = (): void => {
    const { media } = this.#host;
    const isSilent = this.#loudness === 0;
    media.muted = !isSilent;
    if (isSilent && media.volume === 0) media.volume = 0.5;
  };

  readonly #toggleCaptions = (): void => {
    this.#captions?.toggle(navigator.languages);
  };

  readonly #toggleFullscreen = (): void => {
    void toggleFullscreen(this.#host, this.#host.media);
  };

  readonly #setVolume = (event: Event): void => {
    const { media } = this.#host;
    media.volume = Number((event.target as HTMLInputElement).value);
    media.muted = media.volume === 0;
  };

  /** A click plays or pauses, except of a tap on hidden controls: that one shows them. */
  readonly #takeClick = (): void => {
    if (this.#visibility.press !== 'revealing-touch') this.#togglePlay();
  };

  /** By touch the first of two quick taps may only have shown the controls: together they mean nothing yet. */
  readonly #takeDoubleClick = (): void => {
    if (this.#visibility.press === 'mouse') this.#toggleFullscreen();
  };

  #retry(): Promise<void> {
    return this.#engine.retry().catch(() => {});
  }

  #takeKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    // What a page puts into the bar has keys of its own.
    if (event.defaultPrevented || event.target !== this.#host || this.#engine.store.state.status === 'failed')
      return;
    const command = keyCommand(event, placeOf(target));
    if (!command) return;
    event.preventDefault();
    this.#obey(command);
  }

  #obey(order: KeyCommand): void {
    const { media } = this.#host;
    switch (order.command) {
      case 'toggle-play':
        return this.#togglePlay();
      case 'toggle-mute':
        return this.#toggleMute();
      case 'toggle-captions':
        return this.#toggleCaptions();
      case 'toggle-fullscreen':
        return this.#toggleFullscreen();
      case 'seek-by':
        return this.#seek(media.currentTime + order.amount);
      case 'seek-to':
        return this.#seek(order.amount * media.duration);
      case 'volume-by':
        media.volume = Math.min(Math.max(media.volume + order.amount, 0), 1);
        media.muted = media.volume === 0;
    }
  }

  #seek(seconds: number): void {
    const { media } = this.#host;
    if (Number.isFinite(media.duration)) media.currentTime = Math.min(Math.max(seconds, 0), media.duration);
  }
}

function button(name: string, icon: Icon, label: string, act: () => void): TemplateResult {
  return html`<button class="button ${name}" aria-label=${label} title=${label} @click=${act}>
    ${icon()}
  </button>`;
}

function placeOf(target: EventTarget | undefined): KeyPlace {
  if (target instanceof HTMLInputElement) return 'slider';
  return target instanceof HTMLButtonElement ? 'button' : 'elsewhere';
}
