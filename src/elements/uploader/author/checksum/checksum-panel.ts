import { html, type TemplateResult } from 'lit';
import { uploaderShare as english } from '../../../../locales/en/author/uploader-share.ts';
import type { Upload } from '../../../../upload/index.ts';
import { renewStyles } from '../../../styling/renew-styles.ts';
import { WordsController } from '../../../words/words-controller.ts';
import type { UploaderHost } from '../../host/uploader-host.ts';
import type { AuthoredFile, AuthorPanel } from '../panel/author-panel.ts';
import { authorStyles } from '../panel/author-styles.ts';
import { checksumStyles } from './checksum-styles.ts';

/** Characters that a person sees before they open it. */
const SHORT = 8;

/** What became of the last copy, as the key of its text. */
type Said = 'checksumCopied' | 'notCopied';

/** The SHA-256 of what was sent, of each file of one uploader: to compare, and to copy. */
export class ChecksumPanel implements AuthorPanel {
  readonly #host: UploaderHost;
  readonly #update: () => void;
  readonly #words: WordsController<'uploaderShare', 'copyChecksum' | Said>;
  readonly #said = new Map<Upload, Said>();

  constructor(host: UploaderHost, update: () => void) {
    this.#host = host;
    this.#update = update;
    this.#words = new WordsController(host, 'uploaderShare', english);
    renewStyles(host, authorStyles, checksumStyles);
  }

  render({ item: { id, name, state }, upload }: AuthoredFile): TemplateResult | undefined {
    const { checksum } = state;
    if (checksum === undefined) return undefined;
    const { words } = this.#words;
    const said = this.#said.get(upload);
    // A field is for who copies by hand: it is selected then.
    const whole =
      said === 'notCopied'
        ? html`<div class="field">
            <textarea
              part="checksum-text"
              aria-label="SHA-256"
              dir="ltr"
              rows="3"
              readonly
              .value=${checksum}
              @focus=${selectAll}
            ></textarea>
          </div>`
        : html`<code class="whole" dir="ltr">${checksum}</code>`;
    return html`<div class="checksum" data-item=${id}>
      <details part="checksum">
        <summary dir="ltr">SHA-256 ${checksum.slice(0, SHORT)}…</summary>
        ${whole}
      </details>
      <button
        class="button"
        part="checksum-button"
        type="button"
        aria-label="${words.copyChecksum}: ${name}"
        @click=${() => void this.#copy(upload, id, checksum)}
      >
        ${words.copyChecksum}
      </button>
      <p class="detail ${said === 'notCopied' ? 'problem' : ''}" part="checksum-status" role="status">
        ${said ? words[said] : ''}
      </p>
    </div>`;
  }

  keep(uploads: ReadonlySet<Upload | undefined>): void {
    for (const upload of this.#said.keys()) if (!uploads.has(upload)) this.#said.delete(upload);
  }

  async #copy(upload: Upload, id: number, checksum: string): Promise<void> {
    this.#say(upload, undefined);
    try {
      await navigator.clipboard.writeText(checksum);
      this.#say(upload, 'checksumCopied');
    } catch {
      // Not allowed, or not there: pages without TLS have no clipboard.
      this.#say(upload, 'notCopied');
      await this.#host.updateComplete;
      const place = this.#host.shadowRoot?.querySelector(`.checksum[data-item="${String(id)}"]`);
      const details = place?.querySelector('details');
      if (details) details.open = true;
      place?.querySelector('textarea')?.focus();
    }
  }

  #say(upload: Upload, said: Said | undefined): void {
    if (said) this.#said.set(upload, said);
    else this.#said.delete(upload);
    this.#update();
  }
}

function selectAll(event: Event): void {
  (event.target as HTMLTextAreaElement).select();
}
