import { html, type TemplateResult } from 'lit';
import type { FileIntake } from './file-intake.ts';

/** What is around the zone and the row. */
export interface Frame {
  label: string;
  /** True while a row lies over the zone. */
  covered: boolean;
  /** True while a file would be taken. */
  open: boolean;
  accept: string | undefined;
  intake: FileIntake;
  /** Called when somebody comes near. */
  warm: () => void;
  zone: TemplateResult;
  row: TemplateResult | undefined;
  /** What a screen reader is told. */
  spoken: string | undefined;
}

/** The element's whole area: it takes what is dropped and pasted, and has the input behind the file dialog. */
export function renderFrame({ intake, warm, ...frame }: Frame): TemplateResult {
  return html`
    <div
      class="frame ${intake.dragging ? 'dragging' : ''} ${frame.covered ? 'covered' : ''}"
      part="frame"
      role="group"
      aria-label=${frame.label}
      @pointerenter=${warm}
      @focusin=${warm}
      @dragenter=${intake}
      @dragover=${intake}
      @dragleave=${intake}
      @drop=${intake}
      @paste=${intake}
    >
      <input
        type="file"
        hidden
        accept=${frame.accept ?? 'video/*,.mkv'}
        ?disabled=${!frame.open}
        @change=${intake}
      />
      ${frame.zone} ${frame.row}
      <p class="spoken" role="status">${frame.spoken}</p>
    </div>
  `;
}
