import '../../../../src/define/vh-transcript.ts';
import type { VhTranscript } from '../../../../src/elements/transcript/vh-transcript.ts';
import { until } from '../../../support/until.ts';

/** Uses a `<vh-transcript>` as a reader does. */
export class TranscriptHarness {
  readonly element: VhTranscript;
  readonly video: HTMLVideoElement;

  constructor(element: VhTranscript, video: HTMLVideoElement) {
    this.element = element;
    this.video = video;
  }

  /** Puts a video with these cues on the page, and a transcript beside it. */
  static async create(
    cues: string,
    markup = '<vh-transcript for="film"></vh-transcript>',
    prepare?: (element: VhTranscript) => void,
  ): Promise<TranscriptHarness> {
    const stage = document.createElement('main');
    stage.lang = 'en';
    const src = URL.createObjectURL(new Blob([`WEBVTT\n\n${cues}`], { type: 'text/vtt' }));
    stage.insertAdjacentHTML(
      'afterbegin',
      `<video id="film" src="/media/dusk.mp4" muted><track kind="captions" srclang="en" src="${src}"></video>${markup}`,
    );
    document.body.append(stage);
    const [element, video] = [stage.querySelector('vh-transcript'), stage.querySelector('video')];
    if (!element || !video) throw new TypeError('The page has no transcript.');
    prepare?.(element);
    const harness = new TranscriptHarness(element, video);
    await until(() => harness.lines.length > 0);
    return harness;
  }

  /** The lines that are drawn. */
  get lines(): HTMLElement[] {
    return [...this.#root.querySelectorAll<HTMLElement>('[part=line]')];
  }

  get texts(): string[] {
    return this.lines.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
  }

  /** The text of the line that is said now. */
  get current(): string | undefined {
    return this.#root.querySelector('[aria-current=true]')?.textContent.replace(/\s+/g, ' ').trim();
  }

  /** The sentence in place of the lines. */
  get message(): string | undefined {
    return this.#root.querySelector('.message')?.textContent.trim();
  }

  get list(): HTMLElement {
    return this.#find('[part=lines]');
  }

  /** What the search says of itself. */
  get count(): string {
    return this.#find('.count').textContent.trim();
  }

  get marked(): string[] {
    return [...this.#root.querySelectorAll('mark')].map(({ textContent }) => textContent);
  }

  get focused(): string {
    return this.#root.activeElement?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }

  get hasFocusInSearch(): boolean {
    return this.#root.activeElement === this.#find('[part=search]');
  }

  button(name: string): HTMLButtonElement {
    const buttons = [...this.#root.querySelectorAll('button')];
    const found = buttons.find((one) => (one.ariaLabel ?? one.textContent.trim()) === name);
    if (!found) throw new TypeError(`The transcript has no button "${name}".`);
    return found;
  }

  search(text: string): void {
    const field = this.#find('[part=search]') as HTMLInputElement;
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }

  press(key: string): void {
    const target = this.#root.activeElement ?? this.list;
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }),
    );
  }

  remove(): void {
    this.element.parentElement?.remove();
  }

  get #root(): ShadowRoot {
    if (!this.element.shadowRoot) throw new TypeError('The transcript has not been rendered.');
    return this.element.shadowRoot;
  }

  #find(selector: string): HTMLElement {
    const found = this.#root.querySelector<HTMLElement>(selector);
    if (!found) throw new TypeError(`The transcript has no ${selector}.`);
    return found;
  }
}
