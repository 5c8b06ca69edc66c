import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';

/** Uses the place where an author cuts the film of the first row. */
export class UploaderTrim {
  readonly #uploader: UploaderHarness;

  constructor(uploader: UploaderHarness) {
    this.#uploader = uploader;
  }

  get isThere(): boolean {
    return this.#find('[part="trim"]') !== null;
  }

  /** All that it says. */
  get text(): string {
    return this.#find('[part="trim"]')?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  }

  /** Pictures of the strip in which there is something to see. */
  get pictures(): number {
    const canvases = this.#uploader.element.shadowRoot?.querySelectorAll<HTMLCanvasElement>(
      '[part="trim-strip"] canvas',
    );
    return [...(canvases ?? [])].filter((canvas) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      return data.some((value) => value > 0);
    }).length;
  }

  /** Both handles, the start first. */
  get handles(): readonly HTMLInputElement[] {
    return [
      ...(this.#uploader.element.shadowRoot?.querySelectorAll<HTMLInputElement>('[part="trim-handle"]') ??
        []),
    ];
  }

  /** What a screen reader says of both handles. */
  get spoken(): (string | null)[] {
    return this.handles.map((handle) => handle.getAttribute('aria-valuetext'));
  }

  /** The time of the preview. */
  get previewTime(): number | undefined {
    const video = this.#find('[part="trim-preview"]');
    return video instanceof HTMLVideoElement ? video.currentTime : undefined;
  }

  /** True while the preview shows a picture, and looks for no other. */
  get isPreviewStill(): boolean {
    const video = this.#find('[part="trim-preview"]');
    return video instanceof HTMLVideoElement && !video.seeking && !video.error && video.readyState >= 2;
  }

  /** Calls back, once, in the moment in which the preview fails. */
  whenPreviewFails(call: () => void): void {
    this.#find('[part="trim-preview"]')?.addEventListener('error', call, { once: true });
  }

  /** Presses the strip at a part of its pictures. */
  pressStrip(share: number): void {
    const box = this.#find('.trim-pictures')?.getBoundingClientRect();
    if (!box) throw new TypeError('There is no strip.');
    const [clientX, clientY] = [box.left + box.width * share, box.top + 5];
    this.#find('[part="trim-strip"]')?.dispatchEvent(new MouseEvent('click', { clientX, clientY }));
  }

  /** The middles of both handles, as parts of the pictures' width. */
  get places(): readonly [shaded: number, value: number][] {
    const box = this.#find('.trim-pictures')?.getBoundingClientRect();
    const [before, after] = ['.trim-off-start', '.trim-off-end'].map((one) =>
      this.#find(one)?.getBoundingClientRect(),
    );
    if (!box || !before || !after) return [];
    const part = (x: number) => (x - box.left) / box.width;
    const values = this.handles.map(({ valueAsNumber, max }) => valueAsNumber / Number(max));
    return [
      [part(before.right), values[0] ?? NaN],
      [part(after.left), values[1] ?? NaN],
    ];
  }

  #find(selector: string): HTMLElement | null {
    return this.#uploader.element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }
}
