import { html, type TemplateResult } from 'lit';
import type { ShowingCaptions } from '../../../../captions/index.ts';
import type { SkinContext } from '../context/control.ts';
import { CueStage } from './cue-stage.ts';

/** The platform shows the video alone between these, and its own captions with it. */
const NATIVE_VIEW = [
  ['webkitbeginfullscreen', 'webkitendfullscreen'],
  ['enterpictureinpicture', 'leavepictureinpicture'],
] as const;

const NOTHING: ShowingCaptions = { tracks: [], sample: '' };

/**
 * Says who draws the captions that are on: the player, or the platform. Browsers
 * show them too small in a small player, at its edge and under the controls; the tracks stay `showing`, so that the
 * platform's own views and menus agree.
 */
export class CaptionsView {
  readonly #skin: SkinContext;
  /** Made for the first captions that show. */
  #stage: CueStage | undefined;
  #showing: ShowingCaptions = NOTHING;
  #abort = new AbortController();
  #watch = new AbortController();
  /** True while the platform shows the video alone. */
  #isElsewhere = false;

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
    this.#stage?.follow(this.#abort.signal);
    this.#leaveToPlatform(false);
    if (captions) this.#show(captions.showing.state);
  }

  render(): TemplateResult {
    return html`<div class="cue-frame">${this.#isElsewhere ? '' : this.#stage?.render(this.#showing)}</div>`;
  }

  /** Draws what the viewer has chosen of their look; inline styles in a template are what a strict page forbids. */
  paint(root: ParentNode): void {
    const frame = root.querySelector<HTMLElement>('.cue-frame');
    if (frame) this.#stage?.paint(frame);
    this.#markOwnCues();
  }

  #show(showing: ShowingCaptions): void {
    this.#watch.abort();
    const { signal } = (this.#watch = new AbortController());
    this.#showing = showing;
    // The viewer may choose the look of captions that are off.
    if (this.isOn || showing.sample) this.#stage ??= this.#begin();
    for (const track of showing.tracks as readonly TextTrack[])
      track.addEventListener('cuechange', this.#skin.update, { signal });
    this.#skin.update();
  }

  #begin(): CueStage {
    const stage = new CueStage(this.#skin);
    stage.follow(this.#abort.signal);
    return stage;
  }

  #leaveToPlatform(isElsewhere: boolean): void {
    this.#isElsewhere = isElsewhere;
    this.#markOwnCues();
    this.#skin.update();
  }

  /** Makes style sheets hide the platform's captions. */
  #markOwnCues(): void {
    const isOwn = !this.#isElsewhere && !this.#stage?.isSystem;
    this.#skin.media.classList.toggle('own-cues', isOwn);
  }
}
