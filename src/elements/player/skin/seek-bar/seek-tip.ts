import { html, type TemplateResult } from 'lit';
import { chapterAt, markerNear } from '../../../../captions/index.ts';
import type { LazyPart } from '../../../../core/async/lazy-module.ts';
import { formatTime } from '../../format/format-time.ts';
import { loadPreview, playerPart } from '../../parts.ts';
import { behindLive } from '../seek/behind-live.ts';
import type { SkinContext } from '../context/control.ts';
import type { SeekRange } from '../context/timeline.ts';
import type { openPreview, Preview, PreviewSource } from './preview.ts';
import { placeOfPart, railOf } from './seek-rail.ts';

/** After a key, so long. */
const SHOWN_MS = 1_500;
/** CSS pixels: so near to a marker, its title shows. */
const MARKER_PX = 8;
/** CSS pixels that stay free at the player's sides. */
const EDGE_PX = 8;

/**
 * The tip over the seek bar: picture, chapter and time of that position.
 *
 * @attr {string} storyboard - The address of preview pictures: WebVTT that names images.
 * @attr {boolean} without-preview - Shows no pictures over the seek bar.
 * @csspart preview - The picture over the seek bar.
 */
export class SeekTip {
  readonly #skin: SkinContext;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The second that it shows; undefined while it is hidden. */
  #seconds: number | undefined;
  #picture: Preview | undefined;
  #isLoading = false;
  readonly #previews: LazyPart<typeof openPreview>;

  constructor(skin: SkinContext) {
    this.#skin = skin;
    this.#previews = playerPart(skin.host, loadPreview, (code) => code.openPreview);
  }

  /** Screen readers hear the slider's own value. */
  render(): TemplateResult {
    return html`<div class="tip" aria-hidden="true">
      <div class="tip-picture" part="preview" hidden></div>
      <span class="tip-title" dir="auto"></span><span class="tip-time"></span>
    </div>`;
  }

  /** Shows it until `hide`. */
  show(seconds: number): void {
    clearTimeout(this.#timer);
    this.#draw(seconds);
  }

  /** A pointer that waits sees the pictures of a stream that came after it. */
  onStream(): void {
    if (this.#seconds !== undefined && !this.#picture) this.#draw(this.#seconds);
  }

  #draw(seconds: number): void {
    const tip = this.#tip;
    const { timeline, host } = this.#skin;
    const { range } = timeline;
    if (!tip || !range) return;
    this.#seconds = seconds;
    setText(tip, '.tip-title', this.#titleAt(seconds, range));
    setText(tip, '.tip-time', this.#timeAt(seconds));
    const frame = tip.querySelector<HTMLElement>('.tip-picture');
    if (frame) this.#preview?.show(frame, seconds, host.getBoundingClientRect());
    tip.classList.add('shown');
    place(tip, (seconds - range.start) / (range.end - range.start));
  }

  #titleAt(seconds: number, { start, end }: SeekRange): string {
    const { chapters, markers } = this.#skin;
    const bar = this.#tip?.parentElement;
    const { width = Infinity } = (bar && railOf(bar)) ?? {};
    const near = markerNear(markers, seconds, (MARKER_PX / width) * (end - start));
    return (near ?? chapterAt(chapters, seconds))?.title ?? '';
  }

  /** A live stream has no start: its viewers count from live. */
  #timeAt(seconds: number): string {
    if (!this.#skin.timeline.isLive) return formatTime(seconds);
    const behind = behindLive(this.#skin, seconds);
    return behind ? `−${behind}` : this.#skin.words.live;
  }

  /** Goes along with a jump that was made elsewhere, if it is shown. */
  follow(seconds: number): void {
    if (this.#seconds !== undefined) this.flash(seconds);
  }

  /** Shows it for a moment: after a key, which has no end to wait for. */
  flash(seconds: number): void {
    this.show(seconds);
    this.#timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#seconds = undefined;
    this.#tip?.classList.remove('shown');
    this.#picture?.rest();
  }

  /** Ends what it loads. */
  release(): void {
    this.hide();
    this.#picture?.release();
    this.#picture = undefined;
  }

  /** The pictures, once they are loaded. */
  get #preview(): Preview | undefined {
    const source = sourceOf(this.#skin);
    if (source === this.#picture?.source) return this.#picture;
    this.#picture?.release();
    this.#picture = undefined;
    const frame = this.#tip?.querySelector<HTMLElement>('.tip-picture');
    if (frame) frame.hidden = true;
    if (source !== undefined && !this.#isLoading) void this.#load(source);
    return undefined;
  }

  async #load(source: PreviewSource): Promise<void> {
    const loaded = () => {
      if (this.#seconds !== undefined) this.#draw(this.#seconds);
    };
    this.#isLoading = true;
    const open = await this.#previews.need();
    this.#isLoading = false;
    if (!open) return;
    this.#picture = open(source, loaded);
    loaded();
  }

  get #tip(): HTMLElement | null {
    return this.#skin.host.renderRoot.querySelector<HTMLElement>('.tip');
  }
}

/** Where the pictures are: the page's word, its track, what the service has, else the stream. Nothing of a live one. */
function sourceOf({ host, engine, timeline, has }: SkinContext): PreviewSource | undefined {
  if (timeline.isLive || !has('preview')) return undefined;
  const track = host.querySelector<HTMLTrackElement>(
    ':scope > track[kind="metadata"][label="thumbnails"][src]',
  );
  const address =
    host.getAttribute('storyboard') ?? track?.getAttribute('src') ?? engine.store.state.source?.storyboard;
  if (!address) return engine.stream?.openIFrames;
  return URL.canParse(address, host.baseURI) ? new URL(address, host.baseURI).href : undefined;
}

function setText(tip: HTMLElement, selector: string, text: string): void {
  const element = tip.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Centres it over a part of the rail, as far as the player's sides allow. */
function place(tip: HTMLElement, part: number): void {
  const bar = tip.parentElement;
  const rail = bar && railOf(bar);
  const player = bar?.closest('.controls')?.getBoundingClientRect();
  if (!bar || !rail || !player) return;
  const middle = placeOfPart(rail, part);
  const width = tip.offsetWidth;
  const least = player.left + EDGE_PX;
  const left = Math.max(Math.min(middle - width / 2, player.right - EDGE_PX - width), least);
  tip.style.setProperty('--tip-left', `${left - bar.getBoundingClientRect().left}px`);
}
