import { html, nothing, type TemplateResult } from 'lit';

/** Events after which another track may show. */
const TRACK_EVENTS = ['change', 'addtrack', 'removetrack'];
/** The platform shows the video by itself between these, and its own captions with it. */
const NATIVE_VIEW = [
  ['webkitbeginfullscreen', 'webkitendfullscreen'],
  ['enterpictureinpicture', 'leavepictureinpicture'],
] as const;
const LINE_EM = 1.35;

/**
 * Shows the cues of the track that is on. Browsers show them too small in a small player, at its edge and under the
 * controls; the track stays `showing`, so that the platform's own views and menus agree.
 */
export class CaptionsView {
  readonly #media: HTMLVideoElement;
  readonly #update: () => void;
  readonly #drawn = new WeakMap<TextTrackCue, HTMLElement>();
  #track: TextTrack | undefined;
  #watch = new AbortController();
  /** True while the platform shows the video, and draws its captions. */
  #isNative = false;

  constructor(media: HTMLVideoElement, update: () => void) {
    this.#media = media;
    this.#update = update;
  }

  /** True while a track shows. */
  get isOn(): boolean {
    return this.#track !== undefined;
  }

  /** Follows the media's tracks until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { textTracks } = this.#media;
    for (const type of TRACK_EVENTS) textTracks.addEventListener(type, () => this.#find(), { signal });
    for (const [begin, end] of NATIVE_VIEW) {
      this.#media.addEventListener(begin, () => this.#leaveTo('platform'), { signal });
      this.#media.addEventListener(end, () => this.#leaveTo('player'), { signal });
    }
    this.#leaveTo('player');
    signal.addEventListener(
      'abort',
      () => {
        this.#watch.abort();
        this.#track = undefined;
        this.#leaveTo('platform');
      },
      { once: true },
    );
    this.#find();
  }

  render(): TemplateResult {
    const active = this.#isNative ? [] : (this.#track?.activeCues ?? []);
    const cues = [...active].map((cue) => this.#draw(cue as VTTCue));
    return html`<div class="cue-frame">
      ${cues.length > 0 ? html`<div class="cues" part="cues" dir="auto" lang=${this.#track?.language || nothing}>${cues}</div>` : nothing}
    </div>`;
  }

  #find(): void {
    const isShown = ({ kind, mode }: TextTrack) => mode === 'showing' && /^(captions|subtitles)$/.test(kind);
    const track = [...this.#media.textTracks].find(isShown);
    if (track === this.#track) return;
    this.#watch.abort();
    this.#watch = new AbortController();
    this.#track = track;
    track?.addEventListener('cuechange', this.#update, { signal: this.#watch.signal });
    this.#update();
  }

  /** Says who draws the captions from now on. */
  #leaveTo(drawer: 'player' | 'platform'): void {
    this.#isNative = drawer === 'platform';
    this.#media.classList.toggle('own-cues', !this.#isNative);
    this.#update();
  }

  /** One element a cue, for as long as the cue lives: what moves in the list is not drawn again. */
  #draw(cue: VTTCue): HTMLElement {
    const known = this.#drawn.get(cue);
    if (known) return known;
    const element = document.createElement('div');
    const text = document.createElement('span');
    text.append(cue.getCueAsHTML());
    // The author's classes are not the player's.
    for (const child of text.querySelectorAll('[class]')) child.removeAttribute('class');
    element.append(text);
    element.part.add('cue');
    element.className = `cue ${alignmentOf(cue)}`;
    place(cue, element);
    this.#drawn.set(cue, element);
    return element;
  }
}

function alignmentOf({ align }: VTTCue): 'start' | 'finish' | '' {
  if (align === 'start' || align === 'left') return 'start';
  return align === 'end' || align === 'right' ? 'finish' : '';
}

/** Puts a cue where its author wants it; one that says nothing stands at the bottom, above the one before. */
function place(cue: VTTCue, element: HTMLElement): void {
  const { line, snapToLines, size } = cue;
  if (size < 100) element.style.setProperty('--width', `${size}%`);
  if (typeof line !== 'number') return;
  element.classList.add('placed');
  const alignment = alignmentOf(cue);
  const middle = { 'start': 0, 'finish': 100, '': 50 }[alignment];
  const at = typeof cue.position === 'number' ? cue.position : middle;
  const left = at - { 'start': 0, 'finish': size, '': size / 2 }[alignment];
  element.style.setProperty('--width', `${size}%`);
  element.style.setProperty('--left', `${Math.min(Math.max(left, 0), 100 - size)}%`);
  if (!snapToLines) element.style.setProperty('--top', `${Math.min(Math.max(line, 0), 90)}%`);
  else if (line < 0) element.style.setProperty('--bottom', `${(-line - 1) * LINE_EM}em`);
  else element.style.setProperty('--top', `${line * LINE_EM}em`);
}
