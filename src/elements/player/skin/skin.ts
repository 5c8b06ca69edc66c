import { html, nothing, render, type ReactiveController, type TemplateResult } from 'lit';
import {
  CaptionDelay,
  followChoices,
  shareCaptionTracks,
  toMarkers,
  type CaptionTracks,
  type Chapter,
  type DrawnMarker,
} from '../../../captions/index.ts';
import type { LazyPart } from '../../../core/async/lazy-module.ts';
import { player as english, type PlayerWords } from '../../../locales/en/player.ts';
import { hasPlainDigits, readNumberData } from '../../../locales/format/number-format.ts';
import type { PlaybackEngine, PlaybackState } from '../../../playback/index.ts';
import { reportTo } from '../../events/vh-error-event.ts';
import { reportSetupOf } from './report-setup-of.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import { loadSettings, loadUpNext, playerPart } from '../parts.ts';
import { playlistOf } from '../playlist/playlist-of.ts';
import { pauseOtherPlayers } from './state/exclusive-audio.ts';
import { AudioMode } from './audio-mode.ts';
import { CaptionsFile } from './context/captions-file.ts';
import { CaptionsView } from './captions/captions-view.ts';
import { keyOf, withChosenKeys } from './context/chosen-keys.ts';
import type { SkinContext } from './context/control.ts';
import { ControlsVisibility } from './input/controls-visibility.ts';
import { PictureInPictureControl } from './controls/picture-in-picture.ts';
import { Controls } from './controls/all.ts';
import { bufferingView, failureView, saysWhy } from './status-views.ts';
import { giveFocus, hasLostFocus } from './input/focus-keeper.ts';
import { FocusKeeper } from './input/focus-keeper.ts';
import { skinRoot } from './context/skin-root.ts';
import { PlayerPreferences } from './context/player-preferences.ts';
import type { KeyAction } from '../api/key-choice.ts';
import { bindingOf, keyName, placeOf, type KeyBinding } from './context/key-map.ts';
import { MediaKeys } from './input/media-keys.ts';
import { DrawnTime } from './state/drawn-time.ts';
import { NothingToPlay } from './state/nothing-to-play.ts';
import type { SettingsSheet } from './menu/settings-sheet.ts';
import type { UpNext } from './up-next/up-next.ts';
import { Notice } from './state/notice.ts';
import { PartLoop } from './context/part-loop.ts';
import { PictureFit } from './state/picture-fit.ts';
import { Gestures } from './input/gestures.ts';
import { renderEnd, renderLayout } from './layout.ts';
import { ResumeOffer } from './resume-offer.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { skip } from './seek/skip-by.ts';
import { buttonStyles } from './styles/button-styles.ts';
import { hintStyles } from './styles/hint-styles.ts';
import { forcedColorsStyles } from './styles/forced-colors-styles.ts';
import { layoutStyles } from './styles/layout-styles.ts';
import { scrimStyles } from './styles/scrim-styles.ts';
import { sliderStyles } from './styles/slider-styles.ts';
import { stateStyles } from './styles/state-styles.ts';
import { isControlDisabled } from './context/disabled-controls.ts';
import { Timeline } from './context/timeline.ts';

/** After these the controls may look different. */
const EVENTS =
  'play pause playing waiting seeking seeked ended emptied durationchange loadedmetadata volumechange canplay'.split(
    ' ',
  );

/** Gives the controls, once their first draw in this language is short. */
export async function prepareSkin(locale: string): Promise<typeof Skin> {
  if (!hasPlainDigits(locale)) await readNumberData();
  return Skin;
}

/** The controls of a player, and what it shows when there is nothing to play. It lives in the player's own root. */
export class Skin implements ReactiveController, SkinContext {
  readonly host: PlayerApi;
  readonly engine: PlaybackEngine;
  readonly timeline: Timeline;
  readonly choices: PlayerPreferences;
  readonly partLoop: PartLoop = new PartLoop(this);
  readonly captionsFile: CaptionsFile = new CaptionsFile(this);
  readonly captionDelay: CaptionDelay = new CaptionDelay(
    () => {
      const { id, media } = this.engine.store.state.source ?? {};
      return { id, address: media?.[0]?.url, subject: this.host.subject };
    },
    () => this.has('memory'),
    () => this.update(),
  );
  readonly update = (): void => this.host.requestUpdate();
  readonly #audio: AudioMode;
  readonly #vocabulary: WordsController<'player'>;
  readonly #controls: Controls;
  readonly #visibility: ControlsVisibility;
  readonly #captionsView: CaptionsView;
  readonly #fit: PictureFit;
  readonly #time: DrawnTime;
  readonly #focusKeeper = new FocusKeeper(() => this.focus());
  readonly #mediaKeys: MediaKeys;
  readonly #notice = new Notice(this.update);
  readonly #gestures: Gestures;
  readonly #nothing: NothingToPlay;
  readonly #settings: LazyPart<SettingsSheet>;
  readonly #resumeOffer: ResumeOffer;
  /** Where its code does not come, the end of an entry tries again. */
  readonly #upNext: LazyPart<UpNext | undefined>;
  #waitsForEnd = false;
  #captions: CaptionTracks | undefined;
  /** The bindings as they are drawn: each button names one. */
  #drawnBindings: readonly KeyBinding[] | undefined;
  #abort: AbortController | undefined;
  /** True from the first media on whose length is known: those of the next source find the controls as they are. */
  #isComplete = false;
  /** Ends with the stay in one window. */
  #connection: AbortController | undefined;

  constructor(host: PlayerApi, engine: PlaybackEngine) {
    this.host = host;
    this.engine = engine;
    this.timeline = new Timeline(host.media);
    this.choices = new PlayerPreferences(host);
    this.#settings = playerPart(host, loadSettings, (code) => new code.SettingsSheet(this));
    const endEntry = (code: { UpNext: typeof UpNext }) => {
      const playlist = playlistOf(host);
      return playlist && new code.UpNext(this, playlist);
    };
    this.#upNext = playerPart(host, loadUpNext, endEntry, () => (this.#waitsForEnd = true));
    this.#audio = new AudioMode(host, this.update);
    this.#vocabulary = new WordsController(host, 'player', english);
    this.#visibility = new ControlsVisibility(host, () => this.#audio.isOn);
    this.#captionsView = new CaptionsView(this);
    this.#fit = new PictureFit(host, host.media);
    this.#mediaKeys = new MediaKeys(this);
    this.#nothing = new NothingToPlay(host.media, engine, this.update);
    this.#resumeOffer = new ResumeOffer(this);
    this.#gestures = new Gestures(this, {
      press: () => this.#visibility.press,
      closesMenu: () => this.#visibility.closesMenu,
      skip: (side) => skip(this, side),
      dismissControls: () => this.#visibility.dismiss(),
      toggleFullscreen: () =>
        this.#ownBindings.find(({ actions }) => actions.includes('fullscreen'))?.act(''),
      notify: this.notify,
    });
    this.#controls = new Controls(this, () => !this.#audio.isOn);
    this.#time = new DrawnTime(this, {
      ...{ visibility: this.#visibility, resumeOffer: this.#resumeOffer, fit: this.#fit },
      controls: this.#controls,
    });
    renewStyles(
      host,
      buttonStyles,
      sliderStyles,
      scrimStyles,
      layoutStyles,
      stateStyles,
      hintStyles,
      forcedColorsStyles,
    );
    this.choices.apply();
    reportSetupOf(host, engine);
    host.addController(this);
    this.update();
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

  get bindings(): readonly KeyBinding[] {
    return this.has('keys') ? withChosenKeys(this.#ownBindings, this.host.keys) : [];
  }

  /** Without the page's choice. */
  get #ownBindings(): readonly KeyBinding[] {
    return this.#controls.present.flatMap(({ keys = [] }) => keys);
  }

  get chapters(): readonly Chapter[] {
    return this.has('chapters') ? this.host.chapters : [];
  }

  get markers(): readonly DrawnMarker[] {
    const { range } = this.timeline;
    if (!range || !this.has('markers')) return [];
    return toMarkers(this.host.markers).filter(({ time }) => time >= range.start && time <= range.end);
  }

  get title(): string | undefined {
    const { heading } = this.host;
    return playlistOf(this.host)?.item?.heading ?? heading ?? this.engine.store.state.source?.title;
  }

  /** Enters picture-in-picture for a viewer who goes to another tab, with `auto-pip`. */
  get autoPictureInPicture(): (() => void) | undefined {
    if (!this.host.hasAttribute('auto-pip')) return undefined;
    return () => {
      const view = this.#controls.named('picture-in-picture');
      if (view instanceof PictureInPictureControl && view.isPossible && !view.isOn)
        view.enter().catch(() => {});
    };
  }

  get openSettings(): string | undefined {
    return this.#settings.part?.opened;
  }

  /** The `:state()`s that match. */
  get states(): Readonly<Record<string, boolean>> {
    return { controls: this.#visibility.status !== 'hidden', ...this.#audio.states };
  }

  /** The player's name where it has no picture. */
  get audioNames(): Record<'player' | 'playerTitle', string> | undefined {
    const { audioPlayer: player, audioPlayerTitle: playerTitle } = this.words;
    return this.#audio.isOn ? { player, playerTitle } : undefined;
  }

  readonly keyFor = (action: KeyAction): string | undefined =>
    keyOf((this.#drawnBindings ??= this.bindings), action);

  readonly focusControls = (): void => this.focus();

  readonly has = (name: string): boolean => !isControlDisabled(this.host, name);

  readonly togglePlay = (): void => {
    if (this.media.paused) this.host.play().catch(() => {});
    else this.host.pause();
  };

  readonly toggleSettings = (page?: string): void =>
    void this.#settings.load().then((sheet) => sheet?.toggle(page));

  readonly notify = (text: string): void => this.#notice.show(text);

  readonly announce = (text: string): void => this.#notice.announce(text);

  hostConnected(): void {
    this.#abort?.abort();
    const { signal } = (this.#abort = new AbortController());
    for (const type of EVENTS) this.media.addEventListener(type, this.update, { signal });
    for (const type of ['online', 'offline']) addEventListener(type, this.update, { signal });
    this.#time.follow(signal);
    const memory = this.has('memory') ? 'kept' : 'none';
    this.#captions = shareCaptionTracks(this.media.textTracks, signal, memory);
    this.#captions.store.subscribe(this.update, { signal });
    const { announce, host, media } = this;
    const chosen = { tracks: this.#captions, media, sound: () => host.audioTracks };
    followChoices({ ...chosen, announce, report: reportTo(host) }, signal);
    this.#captionsView.follow(signal);
    this.#controls.follow(signal, this.update);
    this.#audio.follow(signal);
    if (this.has('media-keys')) this.#mediaKeys.follow(signal);
    if (this.has('pause-others')) pauseOtherPlayers(this.media, signal);
    this.#followFrame();
  }

  readonly takePlace = (): void => {
    this.#followFrame();
    this.#visibility.hostConnected();
  };

  /** Follows the root of the player: itself, or its stand-in in a picture-in-picture window. */
  #followFrame(): void {
    this.#connection?.abort();
    const { signal } = (this.#connection = new AbortController());
    this.#fit.follow(signal);
    this.captionsFile.follow(skinRoot(this.host), signal);
    this.#focusKeeper.follow(skinRoot(this.host), signal);
    skinRoot(this.host).addEventListener('keydown', (event) => this.#onKey(event), { signal });
  }

  hostDisconnected(): void {
    this.#abort?.abort();
    this.#connection?.abort();
    this.#gestures.release();
    this.#nothing.release();
    this.#notice.release();
  }

  hostUpdate(): void {
    if (playlistOf(this.host) && (this.media.ended || !this.#waitsForEnd)) void this.#upNext.load();
  }

  hostUpdated(): void {
    this.#nothing.follow();
    const { renderRoot } = this.host;
    for (const control of this.#controls.present) control.paint?.(renderRoot);
    this.#captionsView.paint(renderRoot);
    this.#fit.measureSoon();
  }

  /** Gives the focus to the play button; after a failure, to that for another try. */
  focus(): void {
    const { renderRoot } = this.host;
    const goals = ['.play', '.failure .action', '.at button'].flatMap((selector) => [
      ...renderRoot.querySelectorAll<HTMLElement>(selector),
    ]);
    goals.find((goal) => goal.checkVisibility())?.focus();
  }

  /**
   * Gives the focus of a view that went to the one that is there now: the facade, or the controls. True once that is
   * done.
   */
  takeFocus(facade: Element | undefined): boolean {
    return giveFocus(this.host, facade, this);
  }

  /** True if what had the focus, of the facade or of the controls, can no longer be seen. */
  readonly hasLost: typeof hasLostFocus = hasLostFocus;

  /** Draws the controls as they are now; without a state, nothing. */
  draw(state: PlaybackState | undefined): void {
    const { renderRoot, drawBefore: renderBefore } = this.host;
    const focused = this.#focusKeeper.present;
    this.#drawnBindings = undefined;
    this.#time.note(state);
    render(state ? this.#render(state) : nothing, renderRoot, { renderBefore });
    // A button that was pressed may be hidden now, such as replay: keys still work.
    this.#focusKeeper.keep(focused);
  }

  #render(state: PlaybackState): TemplateResult {
    const upNext = this.#upNext.part;
    const missing = this.#nothing.error;
    if (missing) return failureView(missing, this.words);
    const { still } = this.engine.trouble;
    const failure = this.#renderFailure(state);
    if (failure && this.#isBroken) return html`${still}${upNext?.renderStatus()} ${failure}`;
    if (this.host.withoutControls || this.media.controls) return bufferingView(this, state);
    const { click, hold, move, endHold } = this.#gestures;
    return html`<div
        class="stage"
        @click=${click}
        @pointerdown=${hold}
        @pointermove=${move}
        @pointerup=${endHold}
        @pointercancel=${endHold}
        @pointerleave=${endHold}
      ></div>
      ${still} ${this.#audio.render()}
      <div class="scrim"><div></div></div>
      ${this.#captionsView.render()} ${bufferingView(this, state)} ${upNext?.renderStatus()}
      ${this.media.ended ? renderEnd(this, upNext?.isOffered ? upNext.render() : undefined) : nothing}
      ${failure} ${this.#notice.render()}
      ${renderLayout(this.#controls.present, {
        label: this.words.controls,
        title: this.title,
        isRevealing: this.#visibility.status === 'revealing',
        isComplete: (this.#isComplete ||= !Number.isNaN(this.media.duration)),
        hasCaptions: this.#captionsView.isOn || saysWhy(state),
        hasUpNext: failure !== undefined || (upNext?.isOffered ?? false),
      })}
      ${this.#resumeOffer.render()} ${this.#settings.part?.render()}`;
  }

  /** True after a failure that has left nothing to watch. */
  get #isBroken(): boolean {
    const { trouble, store } = this.engine;
    return !!trouble.error && !(store.state.status === 'failed' && this.media.readyState > 0);
  }

  /** Says why there is no more; nothing while what is there plays. */
  #renderFailure({ status }: PlaybackState): TemplateResult | undefined {
    const { error } = this.engine.trouble;
    if (!error || (!this.#isBroken && !this.media.paused && this.media.readyState > 2)) return undefined;
    const others = this.#upNext.part?.renderBelow();
    return failureView(error, this.words, { retry: this.#retry, isTrying: status !== 'failed', others });
  }

  readonly #retry = (): void => void this.engine.retry().catch(() => {});

  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    // An element that the page puts into the bar has keys of its own.
    if (event.defaultPrevented || event.target !== event.currentTarget || this.#isBroken) return;
    const name = keyName(event, placeOf(target));
    if (name !== undefined && this.#press(name)) event.preventDefault();
  }

  /** Does what a key does; false when it does nothing. */
  #press(name: string): boolean {
    const binding = bindingOf(this.bindings, name);
    binding?.act(name);
    return binding !== undefined;
  }
}
