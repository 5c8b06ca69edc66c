import { html, type TemplateResult } from 'lit';
import type { uploaderZone } from '../../locales/en/uploader-zone.ts';
import type { LazyUploadList } from './lazy-upload-list.ts';
import type { FileInput } from './zone/file-input.ts';
import { renderZone } from './zone/render-zone.ts';
import type { UploaderHost } from './host/uploader-host.ts';

/** The element's whole area: it takes dropped and pasted files, and has the input behind the file dialog. */
export function renderFrame(
  host: UploaderHost,
  uploads: LazyUploadList,
  fileInput: FileInput,
  words: typeof uploaderZone,
  missing: string,
): TemplateResult {
  const { list, recorder: capture, isClosed, isDisabled, problem, preload } = uploads;
  const { multiple } = host;
  const { panel } = capture;
  const recorder = panel?.render();
  const asked = host.capture ?? '';
  const both = asked.includes('camera') ? words.screenCamera : words.screen;
  const record = asked.includes('screen') ? both : words.camera;
  const rows = panel?.isShown ? undefined : list?.render(words, panel?.renderAgain(record));
  const covered = !!(rows ?? panel?.isShown);
  // A file that is there has a row that speaks for it.
  const absent = covered ? undefined : missing || undefined;
  const trouble = problem ? (isClosed ? words.keyInPage : words.notReached) : absent;
  const directory = multiple && host.directory;
  // The frame has its name from a picture without one, so that tests which look for the field by its label find the input,
  // and it alone. By the input itself it would be called "No file chosen", also beside a stored video.
  const name = nameOf(host) || words.label;
  return html`
    <div
      class="frame ${fileInput.dragging ? 'dragging' : ''} ${covered ? 'covered' : ''}"
      part="frame"
      role="group"
      aria-labelledby="name"
      @pointerenter=${preload}
      @focusin=${preload}
      @dragenter=${fileInput}
      @dragover=${fileInput}
      @dragleave=${fileInput}
      @drop=${fileInput}
      @paste=${fileInput}
    >
      <img id="name" alt=${name} hidden />
      <input
        type="file"
        id="file"
        hidden
        aria-label=${name}
        accept=${host.accept ?? 'video/*,.mkv'}
        ?multiple=${multiple}
        ?webkitdirectory=${directory}
        ?disabled=${!uploads.isOpen}
        @change=${fileInput}
        @input=${fileInput}
      />
      ${renderZone({
        words,
        covered,
        problem: trouble ?? list?.view?.notice,
        disabled: isDisabled || isClosed,
        droppable: !host.withoutDrop,
        multiple,
        directory,
        choose: () => host.select(),
        offer: covered ? undefined : (list?.renderRemoved() ?? uploads.offer?.render()),
        record: host.capture && {
          label: record,
          open: capture.open,
        },
      })}
      ${rows} ${recorder}
      <p class="spoken" role="status">
        ${trouble ?? panel?.spoken ?? uploads.offer?.spoken ?? list?.view?.spoken}
      </p>
    </div>
  `;
}

/** Its accessible name from the page: a label names it as it names a native control. */
function nameOf({ ariaLabel, labels }: UploaderHost): string {
  return (
    ariaLabel ??
    Array.from(labels ?? [], (label) => label.textContent)
      .join(' ')
      .trim()
  );
}
