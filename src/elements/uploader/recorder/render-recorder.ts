import { html, nothing, type TemplateResult } from 'lit';
import type { VhErrorCode } from '../../../core/vh-error.ts';
import type { RecorderWords } from '../../../locales/en/recorder.ts';
import type { CaptureKind } from '../../../upload/record/record-state.ts';
import {
  alertIcon,
  cameraIcon,
  closeIcon,
  pauseIcon,
  recordIcon,
  screenIcon,
  stopIcon,
} from '../../icons.ts';
import { formatTime } from '../../player/format-time.ts';
import { formatBytes } from '../../format-quantity.ts';
import type { RecorderView } from './recorder-view.ts';
import { renderDevices } from './render-devices.ts';

/** The recorder: what is seen, how long it is by now, and the one or two things to do. */
export function renderRecorder(view: RecorderView): TemplateResult {
  const { state, kind, words } = view;
  return html`
    <div
      class="recorder"
      part="recorder"
      role="group"
      aria-label=${words.label}
      data-status=${state.status}
      @keydown=${(event: KeyboardEvent) => {
        // Never what is recorded: that takes a button.
        if (event.key === 'Escape' && !('seconds' in state)) view.actions.close();
      }}
    >
      ${
        state.status === 'failed'
          ? renderFailure(view, state.error.code)
          : 'stream' in state
            ? html`${renderStage(view)}${renderControls(view)}${renderDevices(view)}`
            : html`<div class="wait">
                <span class="badge">${kind === 'camera' ? cameraIcon() : screenIcon()}</span>
                <p>${describePermission(kind, words)}</p>
                ${textButton(words.close, view.actions.close)}
              </div>`
      }
    </div>
  `;
}

function renderStage({ state, kind, sent, words, locale }: RecorderView): TemplateResult {
  const begun = 'seconds' in state ? state : undefined;
  const status = state.status === 'paused' || state.status === 'stopping' ? state.status : 'recording';
  return html`
    <div class="stage">
      <video
        class=${kind === 'camera' ? 'mirrored' : ''}
        aria-label=${words.preview}
        playsinline
        .muted=${true}
      ></video>
      ${
        begun
          ? html`<p class="clock">
              <span class="light" aria-hidden="true"></span>
              <span>${words[status]}</span>
              <span role="timer">${formatTime(begun.seconds)}</span>
            </p>`
          : nothing
      }
      ${
        begun
          ? html`<p class="safe">
              ${
                sent > 0
                  ? words.sent.replace('{size}', () => formatBytes(sent, locale))
                  : begun.isKept
                    ? words.kept
                    : nothing
              }
            </p>`
          : nothing
      }
    </div>
  `;
}

/** The large button stays the same one while it goes from start to stop, and so does the focus on it. */
function renderControls({ state, words, actions }: RecorderView): TemplateResult {
  const isStopping = state.status === 'stopping';
  const isReady = state.status === 'ready';
  return html`<div class="controls">
    ${
      isReady
        ? html`<span></span>`
        : state.status === 'paused'
          ? iconButton(words.resume, recordIcon(), actions.resume)
          : iconButton(words.pause, pauseIcon(), actions.pause, isStopping)
    }
    ${
      isReady
        ? iconButton(words.start, recordIcon(), actions.start, false, 'record')
        : iconButton(words.stop, stopIcon(), actions.stop, isStopping, 'record')
    }
    ${iconButton(isReady ? words.close : words.discard, closeIcon(), actions.close, isStopping)}
  </div>`;
}

function renderFailure({ words, actions }: RecorderView, code: VhErrorCode): TemplateResult {
  return html`<div class="wait">
    <span class="badge">${alertIcon()}</span>
    <p class="problem">${describeCaptureError(code, words)}</p>
    <div class="choices">
      ${code === 'capture-unsupported' ? nothing : textButton(words.retry, actions.retry)}
      ${textButton(words.close, actions.close)}
    </div>
  </div>`;
}

/** One more, beside what was recorded or chosen. */
export function renderAgain(words: RecorderWords, open: () => void): TemplateResult {
  return html`<button class="button opener" part="record-open-button" type="button" @click=${open}>
    ${recordIcon()} ${words.again}
  </button>`;
}

/** What a person is asked to allow. */
export function describePermission(kind: CaptureKind, words: RecorderWords): string {
  return kind === 'camera' ? words.askingCamera : words.askingScreen;
}

/** What a person reads about a recorder that could not begin. */
export function describeCaptureError(code: VhErrorCode, words: RecorderWords): string {
  return words[WORD_BY_CODE[code] ?? 'failed'];
}

const WORD_BY_CODE: { readonly [Code in VhErrorCode]?: 'denied' | 'missing' | 'unsupported' } = {
  'capture-denied': 'denied',
  'capture-missing': 'missing',
  'capture-unsupported': 'unsupported',
};

/** `record` is the large round one that begins and ends. */
function iconButton(
  label: string,
  icon: TemplateResult,
  act: () => void,
  isDisabled = false,
  kind: 'record' | 'button icon-only' = 'button icon-only',
): TemplateResult {
  return html`<button
    class=${kind}
    part=${kind === 'record' ? 'record-button' : nothing}
    type="button"
    aria-label=${label}
    title=${label}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon}
  </button>`;
}

function textButton(label: string, act: () => void): TemplateResult {
  return html`<button class="button" type="button" @click=${act}>${label}</button>`;
}
