import { html, nothing, type TemplateResult } from 'lit';
import { formatTime } from '../format/format-time.ts';
import type { SkinContext } from './context/control.ts';

/** Seconds of playing for which it is offered. */
const OFFERED_S = 10;

/**
 * Says that the video resumes where the viewer stopped on an earlier visit, and offers to start over.
 *
 * @attr {boolean} without-resume - Always begins at the start, and remembers no position for later visits.
 * @csspart resume-offer - Says where the video resumes from an earlier visit.
 */
export class ResumeOffer {
  readonly #skin: SkinContext;
  /** True once the viewer has dismissed the offer, or its time is over. */
  #isOver = false;
  #resumedAt: number | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
  }

  render(): TemplateResult {
    const { words } = this.#skin;
    const resumedAt = this.#offered;
    return html`<div class="resume" role="status">
      ${
        resumedAt === undefined
          ? nothing
          : html`<div class="resume-offer" part="resume-offer">
              <span>${words.resumed.replace('{time}', formatTime(resumedAt))}</span>
              <button class="resume-button" @click=${this.#startOver}>${words.startOver}</button>
            </div>`
      }
    </div>`;
  }

  /** True while the offer shows. */
  get isOffered(): boolean {
    return this.#offered !== undefined;
  }

  /** The second at which the video resumed, while the offer shows. */
  get #offered(): number | undefined {
    const { state } = this.#skin.engine.store;
    const resumedAt = 'resumedAt' in state ? state.resumedAt : undefined;
    if (resumedAt !== this.#resumedAt) {
      this.#resumedAt = resumedAt;
      this.#isOver = false;
    }
    if (resumedAt === undefined || this.#isOver) return undefined;
    const { media, timeline } = this.#skin;
    const passed = timeline.time - resumedAt;
    // Before it has come there, its clock says something else.
    if (media.readyState < 2 || media.seeking) return undefined;
    this.#isOver = passed < -1 || passed > OFFERED_S;
    return this.#isOver ? undefined : resumedAt;
  }

  readonly #startOver = (): void => {
    this.#isOver = true;
    this.#skin.timeline.seekTo(0);
    this.#skin.host.play().catch(() => {});
    this.#skin.focusControls();
  };
}
