import type { UploaderHarness } from '../../../support/elements/uploader-harness.ts';
import { show } from '../../../support/elements/uploader-page.ts';

/** Where the site of these tests shows its videos. */
export const PAGE = 'https://site.example/watch/';

/** The visitor's clipboard. */
export class Clipboard {
  /** What was written there. */
  readonly texts: string[] = [];
  /** True for a browser that lets no page write there. */
  isRefused = false;

  constructor() {
    const writeText = (text: string) => {
      if (this.isRefused) return Promise.reject(new DOMException('no', 'NotAllowedError'));
      this.texts.push(text);
      return Promise.resolve();
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  }

  /** A page without https has none at all. */
  remove(): void {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  }

  /** Puts the browser's own back. */
  restore(): void {
    Reflect.deleteProperty(navigator, 'clipboard');
  }
}

/** An uploader whose rows show the way to the end of an upload. */
export async function openShare(attributes: Readonly<Record<string, string>> = {}) {
  const addresses = { 'share-url': `${PAGE}{id}`, 'embed-url': `${PAGE}{id}/embed` };
  const uploader = await show({ 'with-share': '', ...addresses, ...attributes });
  return { uploader, share: new UploaderShare(uploader) };
}

/** Uses the way to the end of an upload, as a person would. */
export class UploaderShare {
  readonly #uploader: UploaderHarness;

  constructor(uploader: UploaderHarness) {
    this.#uploader = uploader;
  }

  /** For how long the film is processed, and who may see it. */
  get state(): string {
    return this.#text('state');
  }

  /** What was copied, or that it was not. */
  get status(): string {
    return this.#text('status');
  }

  /** What stands in the field of the link. */
  get link(): string {
    return (this.#uploader.find('[part="share-link"]') as HTMLInputElement | undefined)?.value ?? '';
  }

  /** The way to the video, once there is one. */
  get watch(): { href: string; name: string | null; rel: string } | undefined {
    const link = this.#uploader.find('[part="share-watch"]') as HTMLAnchorElement | undefined;
    return link && { href: link.href, name: link.ariaLabel, rel: link.rel };
  }

  /** The text that is selected in the field that has the focus. */
  get selected(): string {
    const field = this.#uploader.element.shadowRoot?.activeElement as HTMLInputElement | null | undefined;
    if (!field || !('selectionStart' in field)) return '';
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  }

  /** How many images there are in it. */
  get images(): number {
    return this.#uploader.find('[part="share"]')?.querySelectorAll('img').length ?? 0;
  }

  /** Where its links, fields and buttons are. */
  get controls(): DOMRect[] {
    const all = this.#uploader.find('[part="share"]')?.querySelectorAll('a, input, textarea, button') ?? [];
    return [...all].map((one) => one.getBoundingClientRect());
  }

  #text(part: string): string {
    return this.#uploader.find(`[part="share-${part}"]`)?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }
}
