import { html, nothing, type TemplateResult } from 'lit';
import {
  shareCaptionStyle,
  TrackStyles,
  type AuthorStyle,
  type CaptionStyle,
  type ShowingCaptions,
} from '../../../../captions/index.ts';
import { reportTo } from '../../../events/vh-error-event.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { CaptionLook } from '../../../caption-style/caption-look.ts';
import type { SkinContext } from '../context/control.ts';
import { cueStyles } from './cue-styles.ts';
import { drawCue, type DrawnCue } from './draw-cue.ts';

/** More cues at once than this are an author's mistake, or an attack. */
const MAX_CUES = 12;

/** Until then, the media report their time themselves. */
const SOON_MS = 500;

/** Draws the cues of the tracks that are on, in the look that the viewer has chosen. */
export class CueStage {
  readonly #skin: SkinContext;
  readonly #drawn = new WeakMap<TextTrackCue, { cue: DrawnCue; style: AuthorStyle }>();
  readonly #authors: TrackStyles;
  readonly #look = new CaptionLook();
  #style: Readonly<CaptionStyle> = {};
  #present: readonly DrawnCue[] = [];
  #frame: number | undefined;
  /** Captions that are late, or early, change at times of which the browser says nothing. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #changeMs = SOON_MS;
  #abort: AbortSignal | undefined;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#authors = new TrackStyles(skin.media, skin.update, reportTo(skin.host));
    renewStyles(skin.host, cueStyles);
  }

  /** True where the viewer wants what the system's settings say, which only the browser knows. */
  get isSystem(): boolean {
    return this.#style.system === true;
  }

  /** Follows the viewer's style until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { media, has, update } = this.#skin;
    this.#abort = signal;
    const { store } = shareCaptionStyle(media.textTracks, signal, has('memory') ? 'kept' : 'none');
    const take = (style: Readonly<CaptionStyle>) => {
      this.#style = style;
      update();
    };
    take(store.state);
    store.subscribe(take, { signal });
    signal.addEventListener('abort', () => this.#stopClock(), { once: true });
  }

  render({ tracks, sample }: ShowingCaptions): TemplateResult | typeof nothing {
    clearTimeout(this.#timer);
    this.#changeMs = SOON_MS;
    if (this.isSystem) return nothing;
    const groups = (tracks as readonly TextTrack[]).map((track) => {
      const style = this.#authors.of(track);
      const cues = this.#cuesOf(track).slice(0, MAX_CUES);
      return { language: track.language, cues: cues.map((cue) => this.#draw(cue as VTTCue, style)) };
    });
    const isMoving = !this.#skin.media.paused && !this.#abort?.aborted;
    // Behind it: at the end of a cue, the cue still shows.
    if (isMoving && this.#changeMs < SOON_MS)
      this.#timer = setTimeout(this.#skin.update, this.#changeMs + 10);
    this.#present = groups.flatMap(({ cues }) => cues);
    const hasSample = sample !== '' && this.#present.length === 0;
    return html`<div class="cue-area">
      ${
        hasSample
          ? html`<div class="cues">
              <div class="cue" part="cue"><span>${sample}</span></div>
            </div>`
          : nothing
      }
      ${groups.map(({ language, cues }, at) =>
        cues.length > 0
          ? html`<div
              class="cues ${at > 0 ? 'second' : ''}"
              part="cues"
              dir="auto"
              lang=${language || nothing}
            >
              ${cues.map(({ element }) => element)}
            </div>`
          : nothing,
      )}
    </div>`;
  }

  /** Puts the viewer's choices on the frame. */
  paint(frame: HTMLElement): void {
    this.#look.apply(frame, this.#style);
    this.#updateTimestamps();
  }

  /** The cues that show now. */
  #cuesOf(track: TextTrack): readonly TextTrackCue[] {
    const { media, captionDelay } = this.#skin;
    const { cues, changeInMs } = captionDelay.cuesOf(track, media);
    this.#changeMs = Math.min(this.#changeMs, changeInMs);
    return cues;
  }

  /** One drawing a cue, for as long as the cue lives: what moves in the list is not drawn again. */
  #draw(cue: VTTCue, style: AuthorStyle): DrawnCue {
    const known = this.#drawn.get(cue);
    if (known?.cue.isOf(cue) && known.style === style) return known.cue;
    const drawn = drawCue(cue, style);
    this.#drawn.set(cue, { cue: drawn, style });
    return drawn;
  }

  /** Highlights the words up to the present time, frame by frame while cues have timestamps. */
  #updateTimestamps(): void {
    const { media } = this.#skin;
    const time = media.currentTime - this.#skin.captionDelay.seconds;
    for (const cue of this.#present) cue.tick(time);
    const isTimed =
      !media.paused && !this.#abort?.aborted && this.#present.some(({ hasStamps }) => hasStamps);
    if (!isTimed) return this.#stopClock();
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#updateTimestamps();
    });
  }

  #stopClock(): void {
    if (this.#abort?.aborted) clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }
}
