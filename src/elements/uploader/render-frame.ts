import { html, type TemplateResult } from 'lit';
import type { uploaderZone } from '../../locales/en/uploader-zone.ts';
import type { DeskKeeper } from './desk-keeper.ts';
import type { FileIntake } from './file-intake.ts';
import { renderZone } from './render-zone.ts';
import type { UploaderHost } from './uploader-host.ts';

/** The element's whole area: it takes what is dropped and pasted, and has the input behind the file dialog. */
export function renderFrame(
  host: UploaderHost,
  keeper: DeskKeeper,
  intake: FileIntake,
  words: typeof uploaderZone,
): TemplateResult {
  const { desk, capture, isClosed, isDisabled, problem, warm } = keeper;
  const { multiple } = host;
  const recorder = capture.desk?.render();
  const isRecording = capture.desk?.isShown === true;
  const rows = isRecording ? undefined : desk?.render(capture.desk?.renderAgain());
  const covered = rows !== undefined || isRecording;
  const trouble = problem && (isClosed ? words.keyInPage : words.unreachable);
  const directory = multiple && host.directory;
  return html`
    <div
      class="frame ${intake.dragging ? 'dragging' : ''} ${covered ? 'covered' : ''}"
      part="frame"
      role="group"
      aria-label=${nameOf(host) || words.label}
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
        accept=${host.accept ?? 'video/*,.mkv'}
        ?multiple=${multiple}
        ?webkitdirectory=${directory}
        ?disabled=${!keeper.isOpen}
        @change=${intake}
        @input=${intake}
      />
      ${renderZone({
        words,
        covered,
        problem: trouble ?? desk?.notice,
        disabled: isDisabled || isClosed,
        droppable: !host.withoutDrop,
        multiple,
        directory,
        choose: () => host.select(),
        offer: covered ? undefined : keeper.offer?.render(),
        record: host.capture && {
          label: host.capture === 'screen' ? words.screen : words.camera,
          open: capture.open,
        },
      })}
      ${rows} ${recorder}
      <p class="spoken" role="status">${trouble ?? capture.desk?.spoken ?? desk?.spoken}</p>
    </div>
  `;
}

/** What the page calls it: by a label, as it would a native control. */
function nameOf({ ariaLabel, labels }: UploaderHost): string {
  return ariaLabel ?? [...labels].map(({ textContent }) => textContent?.trim()).join(' ');
}
