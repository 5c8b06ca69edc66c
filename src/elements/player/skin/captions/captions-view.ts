import { html, type TemplateResult } from 'lit';
import type { ShowingCaptions } from '../../../../captions/index.ts';
import { LazyModule } from '../../../../core/async/lazy-module.ts';
import type { SkinContext } from '../context/control.ts';

/** The platform shows the video alone between these, and its own captions with it. */
const NATIVE_VIEW = [
  ['webkitbeginfullscreen', 'webkitendfullscreen'],
  ['enterpictureinpicture', 'leavepictureinpicture'],
] as const;

const NOTHING: ShowingCaptions = { tracks: [], sample: '' };

/**
 * Says who draws the captions that are on: the player, by code that comes with the first of them, or the platform. Browsers
 * show them too small in a small player, at its edge and under the controls; the tracks stay `showing`, so that the
 * platform's own views and menus agree.
 */
export class CaptionsView {
  readonly #skin: SkinContext;
  /** The code that draws. A page that cannot fetch it gets the browser's own captions. */
  readonly #stage = new LazyModule(
    () => import('./cue-stage.ts'),
    (code) => {
      this.#hasFailed = false;
      const stage = new code.CueStage(this.#skin);
      stage.follow(this.#abort.signal);
      this.#skin.update();
      return stage;
    },
    () => {
      this.#hasFailed = true;
      this.#skin.update();
    },
  );
  #showing: ShowingCaptions = NOTHING;
  #abort = new AbortController();
  #watch = new AbortController();
  /** True while the platform shows the video alone. */
  #isElsewhere = false;
  /** True where the code for it could not be loaded. */
  #hasFailed = false;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  /** True while a track shows. */
  get isOn(): boolean {
    return this.#showing.tracks.length > 0;
  }

  /** Follows what shows until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { captions, media } = this.#skin;
    this.#abort = new AbortController();
    captions?.showing.subscribe((showing) => this.#show(showing), { signal });
    for (const [begin, end] of NATIVE_VIEW) {
      media.addEventListener(begin, () => this.#leaveToPlatform(true), { signal });
      media.addEventListener(end, () => this.#leaveToPlatform(false), { signal });
    }
    signal.addEventListener(
      'abort',
      () => {
        this.#abort.abort();
        this.#watch.abort();
        this.#showing = NOTHING;
        this.#leaveToPlatform(true);
      },
      { once: true },
    );
    this.#stage.part?.follow(this.#abort.signal);
    this.#leaveToPlatform(false);
    if (captions) this.#show(captions.showing.state);
  }

  render(): TemplateResult {
    return html`<div class="cue-frame">
      ${this.#isElsewhere ? '' : this.#stage.part?.render(this.#showing)}
    </div>`;
  }

  /** Draws what the viewer has chosen of their look; inline styles in a template are what a strict page forbids. */
  paint(root: ParentNode): void {
    const frame = root.querySelector<HTMLElement>('.cue-frame');
    if (frame) this.#stage.part?.paint(frame);
    this.#markOwnCues();
  }

  #show(showing: ShowingCaptions): void {
    this.#watch.abort();
    const { signal } = (this.#watch = new AbortController());
    this.#showing = showing;
    // The viewer may choose the look of captions that are off.
    if (this.isOn || showing.sample) void this.#stage.load();
    for (const track of showing.tracks as readonly TextTrack[])
      track.addEventListener('cuechange', this.#skin.update, { signal });
    this.#skin.update();
  }

  #leaveToPlatform(isElsewhere: boolean): void {
    this.#isElsewhere = isElsewhere;
    this.#markOwnCues();
    this.#skin.update();
  }

  /** Makes style sheets hide the platform's captions. */
  #markOwnCues(): void {
    const isOwn = !this.#isElsewhere && !this.#hasFailed && !this.#stage.part?.isSystem;
    this.#skin.media.classList.toggle('own-cues', isOwn);
  }
}
