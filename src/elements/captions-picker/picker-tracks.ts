import {
  convertUnreadable,
  followChoices,
  shareCaptionStyle,
  type CaptionStyle,
  type CaptionTracks,
  type SoundTracks,
} from '../../captions/index.ts';
import { lookOf } from '../caption-style/caption-look.ts';
import { reportTo } from '../events/vh-error-event.ts';

export { shareCaptionTracks } from '../../captions/index.ts';

/** The properties that a browser's `::cue` supports, by the names under which a player draws them. */
const CUE_PROPERTIES: Readonly<Record<string, string>> = {
  '--_cue-font': 'font-family',
  '--_cue-caps': 'font-variant-caps',
  '--_cue-color': 'color',
  '--_cue-ground': 'background',
  '--_cue-edge': 'text-shadow',
};

/**
 * Does for a bare `<video>` what a player does: gives its captions the viewer's look as far as the browser can,
 * shows them when they are needed, and converts tracks that the browser cannot read. Until the signal aborts.
 */
export function careForVideo(
  video: HTMLVideoElement,
  { tracks, picker }: { tracks: CaptionTracks; picker: EventTarget },
  signal: AbortSignal,
): void {
  const { store } = shareCaptionStyle(video.textTracks, signal);
  const style = new CueSheet(video);
  style.apply(store.state);
  store.subscribe((next) => style.apply(next), { signal });
  signal.addEventListener('abort', () => style.remove(), { once: true });
  const sound = () => Reflect.get(video, 'audioTracks') as SoundTracks | undefined;
  const report = reportTo(picker);
  followChoices({ tracks, media: video, sound, report }, signal);
  convertUnreadable(video, report, signal);
}

/** A sheet of the video's own tree: the captions of all videos there are the same viewer's. */
class CueSheet {
  readonly #root: Document | ShadowRoot;
  readonly #sheet: CSSStyleSheet;

  constructor(video: HTMLVideoElement) {
    const root = video.getRootNode();
    this.#root = root instanceof ShadowRoot ? root : video.ownerDocument;
    const { CSSStyleSheet: Sheet } = video.ownerDocument.defaultView ?? globalThis;
    this.#sheet = new Sheet();
    this.#root.adoptedStyleSheets.push(this.#sheet);
  }

  apply(style: Readonly<CaptionStyle>): void {
    this.#sheet.replaceSync('video::cue {}');
    const [rule] = this.#sheet.cssRules;
    if (!(rule instanceof CSSStyleRule) || style.system) return;
    for (const [name, value] of lookOf(style)) {
      const property = CUE_PROPERTIES[name];
      if (property) rule.style.setProperty(property, value);
    }
    if (style.size !== undefined) rule.style.setProperty('font-size', `${style.size * 100}%`);
  }

  remove(): void {
    const { adoptedStyleSheets } = this.#root;
    this.#root.adoptedStyleSheets = adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
  }
}
