import { html, nothing, type TemplateResult } from 'lit';
import type { PlayerWords } from '../../../../locales/en/player.ts';
import { nameIn } from '../../../captions-menu/find-language.ts';
import { checkIcon } from '../../../styling/icons.ts';
import type { KeyBinding } from '../context/key-map.ts';
import type { Choice, PageAction, PageLink, PageRow } from './pages/menu-page.ts';

/** The rows in groups that are drawn apart: one that has the focus keeps it while rows come to another group. */
export function rowGroups(rows: readonly PageRow[]): readonly (readonly PageRow[])[] {
  const groupOf = (row: PageRow) =>
    'isFirst' in row
      ? -1
      : 'to' in row || 'act' in row || row.role === 'checkbox'
        ? 2
        : row.note === undefined
          ? 0
          : 1;
  return [-1, 0, 1, 2].map((group) => rows.filter((row) => groupOf(row) === group));
}

/** A row that is chosen or not; a language is found by its name in the page's language, too. */
export function choiceRow(choice: Choice, locale: string, act: () => void): TemplateResult {
  const { label, lang, detail, note, role = 'radio', isChosen, picture } = choice;
  return html`<button
    class="item"
    role=${`menuitem${role}`}
    tabindex="-1"
    aria-checked=${isChosen}
    lang=${note ? nothing : (lang ?? nothing)}
    data-name=${lang ? nameIn(locale, lang) : nothing}
    @click=${act}
  >
    ${checkIcon()}${picture === undefined ? nothing : thumbnail(picture)}<span
      class=${note ? 'label' : 'label brief'}
      dir="auto"
      >${note ? html`<bdi lang=${lang ?? nothing}>${label}</bdi><small>${note}</small>` : label}</span
    >
    ${detail ? html`<span class="now">${detail}</span>` : nothing}
  </button>`;
}

/** A picture that is not there leaves its place. */
function thumbnail(address: string): TemplateResult {
  return html`<span class="thumb"
    >${address ? html`<img alt="" loading="lazy" src=${address} @error=${removePicture} />` : nothing}</span
  >`;
}

function removePicture({ currentTarget }: Event): void {
  if (currentTarget instanceof HTMLElement) currentTarget.hidden = true;
}

/** A row that leads to another page. */
export function linkRow({ label, to, isPanel, detail }: PageLink, act: () => void): TemplateResult {
  return html`<button
    class="item"
    role="menuitem"
    tabindex="-1"
    aria-haspopup=${isPanel ? 'dialog' : 'menu'}
    data-page=${to}
    @click=${act}
  >
    <span class="icon"></span
    ><span class="label" dir="auto">${label}</span
    >${detail ? html`<span class="now">${detail}</span>` : nothing}<span class="chevron"></span>
  </button>`;
}

/** A row that does something. */
export function actionRow({ label }: PageAction, act: () => void): TemplateResult {
  return html`<button class="item" role="menuitem" tabindex="-1" @click=${act}>
    <span class="icon"></span><span class="label" dir="auto">${label}</span>
  </button>`;
}

/** The action of each key. */
export function keysList(bindings: readonly KeyBinding[], words: PlayerWords): TemplateResult {
  return html`<dl>
    ${bindings.map(
      ({ keys, shown = keys[0] ?? '', on, word, time = '' }) =>
        html`<div>
          <dt>
            ${on ? html`${words[on]}<br />` : nothing}${shown.split(' ').map((key) => html`<kbd dir="ltr">${key}</kbd> `)}
          </dt>
          <dd>${words[word].replace('{time}', time)}</dd>
        </div>`,
    )}
  </dl>`;
}
