import { html, type TemplateResult } from 'lit';
import type { QueueItem } from '../../../upload/queue/queue-state.ts';

/** The files while the view of their rows is on its way: what they are, and how to call them off. */
export function renderStarting(
  items: readonly QueueItem[],
  cancel: string,
  remove: (id: number) => void,
): TemplateResult {
  return html`<div class="starting">
    ${items.map(
      ({ id, name }) =>
        html`<p part="name"><bdi>${name}</bdi></p>
          <button
            class="button"
            part="cancel-button"
            type="button"
            aria-label=${items.length > 1 ? `${cancel}: ${name}` : cancel}
            @click=${() => remove(id)}
          >
            ${cancel}
          </button>`,
    )}
  </div>`;
}
