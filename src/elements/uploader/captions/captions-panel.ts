import type { TemplateResult } from 'lit';
import { uploaderCaptions as english } from '../../../locales/en/uploader-captions.ts';
import type { Upload } from '../../../upload/index.ts';
import { renewStyles } from '../../styling/renew-styles.ts';
import { WordsController } from '../../words/words-controller.ts';
import type { UploaderHost } from '../host/uploader-host.ts';
import { AuthorCaptions, type CaptionsTarget } from './author-captions.ts';
import { captionsStyles } from './captions-styles.ts';
import { renderCaptions } from './render-captions.ts';

/** The captions of all videos of one uploader. */
export class CaptionsPanel {
  readonly #host: UploaderHost;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderCaptions'>;
  readonly #captions = new Map<Upload, AuthorCaptions>();
  readonly #targets = new WeakMap<Upload, Omit<CaptionsTarget, 'claim'>>();

  constructor(host: UploaderHost, update: () => void) {
    this.#host = host;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderCaptions', english);
    renewStyles(host, captionsStyles);
  }

  render(
    upload: Upload,
    name: string,
    target: Omit<CaptionsTarget, 'claim'>,
    isFixed: boolean,
  ): TemplateResult {
    const { words, locale } = this.#words;
    const captions = this.#captionsOf(upload);
    this.#targets.set(upload, target);
    const { state } = captions.store;
    const refocus = (part: string) => void this.#refocus(upload, part);
    return renderCaptions({ words, locale, state, captions, name, isFixed, refocus });
  }

  /** Ends the work for videos that have left the list. */
  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const [upload, captions] of this.#captions) {
      if (uploads.has(upload)) continue;
      captions.end();
      this.#captions.delete(upload);
    }
  }

  #captionsOf(upload: Upload): AuthorCaptions {
    const known = this.#captions.get(upload);
    if (known) return known;
    const captions = new AuthorCaptions(() => {
      const target = this.#targets.get(upload);
      return target && { ...target, claim: upload.claim() };
    });
    captions.store.subscribe(this.#update);
    this.#captions.set(upload, captions);
    return captions;
  }

  /** The focused control may be gone: the focus must not fall back to the page's beginning. */
  async #refocus(upload: Upload, part: string): Promise<void> {
    await this.#host.updateComplete;
    const place = [...this.#captions.keys()].indexOf(upload);
    const panels = this.#host.shadowRoot?.querySelectorAll('[part=captions]');
    panels?.[place]?.querySelector<HTMLElement>(`[part=${part}]`)?.focus();
  }
}
