import type { TemplateResult } from 'lit';
import { uploaderCaptions as english } from '../../../../locales/en/author/uploader-captions.ts';
import { withPageConfig } from '../../../../core/config.ts';
import { videoOf, type Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import type { AuthoredFile, AuthorList, AuthorPanel } from '../panel/author-panel.ts';
import { AuthorCaptions, type CaptionsChange, type CaptionsTarget } from './author-captions.ts';
import { captionsStyles } from './captions-styles.ts';
import { renderCaptions } from './render-captions.ts';

/** The captions of all videos of one uploader. */
export class CaptionsPanel implements AuthorPanel {
  readonly #host: UploaderHost;
  readonly #list: AuthorList;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderCaptions'>;
  readonly #captions = new Map<Upload, AuthorCaptions>();
  readonly #targets = new WeakMap<Upload, Omit<CaptionsTarget, 'claim'>>();

  constructor(host: UploaderHost, list: AuthorList, update: () => void) {
    this.#host = host;
    this.#list = list;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderCaptions', english);
    renewStyles(host, captionsStyles);
  }

  /** Nothing while there is no video, or no backend that takes captions. */
  render({ item, upload, isFixed }: AuthoredFile): TemplateResult | undefined {
    const { backend, credentials } = withPageConfig(this.#host);
    const videoId = videoOf(item)?.videoId;
    if (backend === undefined || videoId === undefined) return undefined;
    const { words, locale } = this.#words;
    const captions = this.#captionsOf(upload);
    this.#targets.set(upload, { backend, credentials, videoId });
    const { state } = captions.store;
    const { id, name } = item;
    const refocus = (part: string) => void this.#refocus(id, part);
    return renderCaptions({ words, locale, state, captions, id, name, isFixed, refocus });
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
    captions.store.subscribe(({ news }) => {
      if (news) this.#keepLanguage(upload, news);
      this.#update();
    });
    this.#captions.set(upload, captions);
    return captions;
  }

  /** What the site's form gets of the captions. An element before this one may have added others. */
  #keepLanguage(upload: Upload, { what, language }: CaptionsChange): void {
    const languages = new Set(upload.details?.captions);
    if (what === 'removed') languages.delete(language);
    else languages.add(language);
    upload.details = { ...upload.details, captions: [...languages] };
    this.#list.onChange();
  }

  /** The focused control may be gone: the focus must not fall back to the page's beginning. */
  async #refocus(id: number, part: string): Promise<void> {
    await this.#host.updateComplete;
    const panel = this.#host.shadowRoot?.querySelector(`[part=captions][data-item="${String(id)}"]`);
    panel?.querySelector<HTMLElement>(`[part=${part}]`)?.focus();
  }
}
