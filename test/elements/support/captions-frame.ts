import type { PlayerHarness } from '../../support/elements/player-harness.ts';
import type { TranscriptHarness } from '../transcript/support/transcript-page.ts';
import type { CaptionsPickerHarness } from './captions-picker-harness.ts';

interface Harnesses {
  PlayerHarness: typeof PlayerHarness;
  CaptionsPickerHarness: typeof CaptionsPickerHarness;
  TranscriptHarness: typeof TranscriptHarness;
}

const MODULES = [
  '/test/support/elements/player-harness.ts',
  '/test/elements/support/captions-picker-page.ts',
  '/test/elements/support/captions-picker-harness.ts',
  '/test/elements/transcript/support/transcript-page.ts',
];

/** A document with elements for captions, and what its page was told. */
export class CaptionsFrame {
  readonly window: Window & typeof globalThis;
  /** The codes of each `vh-error`; `unhandled` for a rejection that nobody handled, and for an error that nobody caught. */
  readonly told: string[] = [];
  readonly #frame: HTMLIFrameElement;
  #harnesses: Harnesses | undefined;

  private constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    this.window = frame.contentWindow as Window & typeof globalThis;
  }

  /** Puts markup into a frame: a document of its own loads each module anew, whatever this page has. */
  static async create(markup: string, prepare?: (page: Window) => void): Promise<CaptionsFrame> {
    const frame = document.createElement('iframe');
    frame.srcdoc = `<!doctype html><html lang="en"><body style="margin: 0"><main>${markup}</main>`;
    frame.width = '700';
    frame.height = '500';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    const made = new CaptionsFrame(frame);
    await made.#begin(prepare);
    return made;
  }

  async #begin(prepare: ((page: Window) => void) | undefined): Promise<void> {
    const { window: own, told } = this;
    for (const type of ['unhandledrejection', 'error'])
      own.addEventListener(type, (event) => {
        told.push('unhandled');
        event.preventDefault();
      });
    own.addEventListener('vh-error', ({ code }) => told.push(code), { capture: true });
    prepare?.(own);
    const all = MODULES.map((module) => own.eval(`import('${module}')`) as Promise<Harnesses>);
    this.#harnesses = Object.assign({}, ...(await Promise.all(all))) as Harnesses;
  }

  get player(): PlayerHarness {
    return new this.#all.PlayerHarness(this.find('vh-player'));
  }

  get picker(): CaptionsPickerHarness {
    return new this.#all.CaptionsPickerHarness(this.find('vh-captions-picker'));
  }

  get transcript(): TranscriptHarness {
    const video = this.find('video');
    return new this.#all.TranscriptHarness(this.find('vh-transcript'), video);
  }

  find<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
    const found = this.window.document.querySelector(tag);
    if (!found) throw new TypeError(`The frame has no ${tag}.`);
    return found;
  }

  get #all(): Harnesses {
    if (!this.#harnesses) throw new TypeError('The frame has not begun.');
    return this.#harnesses;
  }

  remove(): void {
    this.#frame.remove();
  }
}
