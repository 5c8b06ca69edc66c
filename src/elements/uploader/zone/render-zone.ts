import { html, type TemplateResult } from 'lit';
import type { uploaderZone } from '../../../locales/en/uploader-zone.ts';
import { alertIcon, recordIcon, uploadIcon } from '../../styling/first-icons.ts';

/** The content and the actions of the zone. */
export interface Zone {
  words: typeof uploaderZone;
  /** True while another view covers it: it keeps its place, and is inert. */
  covered: boolean;
  /** The error text; absent without an error. */
  problem: string | undefined;
  disabled: boolean;
  droppable: boolean;
  multiple: boolean;
  directory: boolean;
  choose: () => void;
  /** The unfinished uploads of an earlier visit. */
  offer: TemplateResult | undefined;
  /** The recorder, where the page allows recording. */
  record: { label: string; open: () => void } | undefined;
}

/** The invitation: drop a video here, or choose one. */
export function renderZone({ words, ...zone }: Zone): TemplateResult {
  const { problem, disabled, droppable, multiple, record } = zone;
  const drop = multiple ? words.dropSeveral : words.drop;
  return html`
    <div
      class="zone"
      part="zone"
      ?inert=${zone.covered}
      @click=${(event: Event) => {
        if (!hasOwnUse(event)) zone.choose();
      }}
    >
      ${record && !problem ? null : html`<span class="badge">${problem ? alertIcon() : uploadIcon()}</span>`}
      ${problem && html`<p class="problem" id="problem">${problem}</p>`}
      ${
        record &&
        html`<button
          class="button primary opener"
          part="record-open-button"
          type="button"
          ?disabled=${disabled}
          @click=${record.open}
        >
          ${recordIcon()} ${record.label}
        </button>`
      }
      ${droppable && !disabled ? html`<p class="invitation">${drop} <span class="quiet">${words.or}</span></p>` : null}
      <button
        class="button ${record ? '' : 'primary'}"
        part="choose-button"
        type="button"
        aria-describedby="problem hint"
        ?disabled=${disabled}
      >
        ${zone.directory ? words.chooseFolder : multiple ? words.chooseSeveral : words.choose}
      </button>
      ${zone.offer}
      <div class="quiet" id="hint"><slot></slot></div>
    </div>
  `;
}

/** True for a link or a field in the page's own hint, and for what records; any other button does what the zone does. */
function hasOwnUse({ target, currentTarget }: Event): boolean {
  const used = (target as Element).closest('a, button, input, select, textarea');
  if (!used) return false;
  return used.matches('.opener') || used.getRootNode() !== (currentTarget as Element).getRootNode();
}
