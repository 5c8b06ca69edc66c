import { html, nothing, type TemplateResult } from 'lit';
import type { OverlayCorner } from '../../../upload/index.ts';
import type { RecorderView } from './recorder-view.ts';

/**
 * The place on the stage where a camera over a screen is seen: mouse, pen and finger drag it to another corner. The list of
 * corners below the stage does the same for the keyboard, and by name for a screen reader.
 */
export function renderGrip({ state, actions }: RecorderView): TemplateResult | typeof nothing {
  if (!('corner' in state) || state.corner === undefined || state.status === 'stopping') return nothing;
  const { corner } = state;
  const take = (event: PointerEvent) => {
    if (event.button === 0) (event.currentTarget as Element).setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const grip = event.currentTarget as HTMLElement;
    if (!grip.hasPointerCapture(event.pointerId)) return;
    const next = cornerAt(event, grip.parentElement ?? grip);
    if (next !== corner) actions.moveCamera(next);
  };
  return html`<span class="grip" @pointerdown=${take} @pointermove=${move}></span>`;
}

/** The corner that is nearest to the pointer: a film has no direction of reading. */
function cornerAt({ clientX, clientY }: PointerEvent, stage: HTMLElement): OverlayCorner {
  const { left, top, width, height } = stage.getBoundingClientRect();
  const side = clientX < left + width / 2 ? 'left' : 'right';
  return clientY < top + height / 2 ? `top-${side}` : `bottom-${side}`;
}
