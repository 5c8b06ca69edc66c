import { html, nothing, type TemplateResult } from 'lit';
import type { VhErrorCode } from '../../../core/errors/vh-error.ts';
import type { RecorderWords } from '../../../locales/en/recorder.ts';
import type { RecordState } from '../../../upload/index.ts';
import {
  alertIcon,
  cameraIcon,
  closeIcon,
  microphoneIcon,
  pauseIcon,
  playIcon,
  recordIcon,
  screenIcon,
  stopIcon,
  type Icon,
} from '../../styling/icons.ts';
import { formatTime } from '../../player/format/format-time.ts';
import { formatBytes } from '../../words/format-quantity.ts';
import { fillWith } from '../row/fill-with.ts';
import { iconButton, textButton } from '../row/render-row.ts';
import type { RecorderView, RecordingSource } from './recorder-view.ts';
import { renderDevices } from './render-devices.ts';
import { renderGrip } from './render-grip.ts';

/** The recorder: the preview, its length by now, and one or two buttons. */
export function renderRecorder(view: RecorderView): TemplateResult {
  const { state, words } = view;
  return html`
    <div
      class="recorder"
      part="recorder"
      role="group"
      aria-label=${words.label}
      data-status=${state.status}
      @keydown=${(event: KeyboardEvent) => {
        // Never the recording itself: that takes a button.
        if (event.key !== 'Escape' || 'seconds' in state) return;
        if (view.countdown > 0) view.actions.cancelStart();
        else view.actions.close();
      }}
    >
      ${renderStage(view)}
      <div class="controls">${renderControls(view)}</div>
      <div class="devices">${view.isReviewed ? renderReviewChoices(view) : renderDevices(view)}</div>
    </div>
  `;
}

/** As high in every state: nothing below it moves. */
function renderStage(view: RecorderView): TemplateResult {
  const { state, source, words, isReviewed } = view;
  const corner = 'corner' in state ? state.corner : undefined;
  return html`<div class="stage" data-corner=${corner ?? nothing}>
    ${
      isReviewed
        ? renderReview(view)
        : 'stream' in state
          ? renderLive(view)
          : state.status === 'failed'
            ? html`<span class="badge">${alertIcon()}</span>
                <p class="words problem">${describeCaptureError(state.error.code, source, words)}</p>`
            : html`<span class="badge">${ICON_BY_SOURCE[source]()}</span>
                <p class="words">${describePermission(source, words)}</p>`
    }
  </div>`;
}

function renderReview({ address, words, actions }: RecorderView): TemplateResult {
  return address === undefined
    ? html`<button class="button opener" part="review-button" type="button" @click=${actions.play}>
        ${playIcon()} ${words.review}
      </button>`
    : html`<video aria-label=${words.review} controls autoplay playsinline src=${address}></video>`;
}

function renderLive(view: RecorderView): TemplateResult {
  const { state, source, lacksCamera, sent, countdown, words, locale } = view;
  const begun = 'seconds' in state ? state : undefined;
  const status = state.status === 'paused' || state.status === 'stopping' ? state.status : 'recording';
  return html`
    ${
      source === 'microphone'
        ? html`<span class="badge">${microphoneIcon()}</span>`
        : html`<video
            class=${source === 'camera' && isMirror(state) ? 'mirrored' : ''}
            aria-label=${words.preview}
            playsinline
            .muted=${true}
          ></video>`
    }
    ${renderGrip(view)}
    ${countdown > 0 ? html`<p class="countdown" aria-hidden="true">${new Intl.NumberFormat(locale).format(countdown)}</p>` : nothing}
    ${
      begun
        ? html`<p class="clock">
              <span class="light" aria-hidden="true"></span>
              <span>${words[status]}</span>
              <span role="timer">${formatTime(begun.seconds)}</span>
            </p>
            <p class="safe">
              ${
                sent > 0
                  ? fillWith(words.sent, { size: formatBytes(sent, locale) })
                  : begun.isKept
                    ? words.kept
                    : nothing
              }
            </p>`
        : nothing
    }
    ${lacksCamera ? html`<p class="lack">${words.noCamera}</p>` : nothing}
    <span
      class="level"
      role="meter"
      aria-label=${words.level}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow="0"
      ?hidden=${'stream' in state && state.stream.getAudioTracks().length === 0}
    ></span>
  `;
}

/** A camera that looks at the person shows them as a mirror does. One that looks away shows what they see; letters stay legible. */
const isMirror = (state: RecordState): boolean =>
  !('stream' in state) || state.stream.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';

function renderControls(view: RecorderView): TemplateResult {
  const { state, isReviewed, words, actions } = view;
  if (isReviewed) {
    return html`<button class="button primary keep" part="keep-button" type="button" @click=${actions.keep}>
      ${words.keep}
    </button>`;
  }
  if ('stream' in state) return renderLiveControls(view);
  const close = textButton(nothing, words.close, actions.close);
  // Separate keys: focus on one button moves to the more useful one.
  if (state.status !== 'failed' || state.error.code === 'capture-unsupported') return close;
  const offer =
    view.source === 'screen camera' ? textButton(nothing, words.cameraOnly, actions.useCamera) : nothing;
  return html`${textButton(nothing, words.retry, actions.retry)} ${offer} ${close}`;
}

function renderReviewChoices({ words, actions }: RecorderView): TemplateResult {
  return html`${textButton(nothing, words.again, actions.again)}
  ${iconButton(nothing, words.discard, closeIcon, actions.close)}`;
}

/** The large button stays the same one while it goes from start to stop, and so does the focus on it. */
function renderLiveControls({ state, countdown, words, actions }: RecorderView): TemplateResult {
  const isStopping = state.status === 'stopping';
  const isReady = state.status === 'ready';
  return html`
    ${
      isReady
        ? html`<span></span>`
        : state.status === 'paused'
          ? iconButton(nothing, words.resume, recordIcon, actions.resume)
          : iconButton(nothing, words.pause, pauseIcon, actions.pause, isStopping)
    }
    ${
      countdown > 0
        ? iconButton('record-button', words.cancel, stopIcon, actions.cancelStart)
        : isReady
          ? iconButton('record-button', words.start, recordIcon, actions.start)
          : iconButton('record-button', words.stop, stopIcon, actions.stop, isStopping)
    }
    ${iconButton(nothing, isReady ? words.close : words.discard, closeIcon, actions.close, isStopping)}
  `;
}

/** One more, beside a recorded or chosen one. */
export function renderAgain(label: string, open: () => void): TemplateResult {
  return html`<button class="button opener" part="record-open-button" type="button" @click=${open}>
    ${recordIcon()} ${label}
  </button>`;
}

/** The permissions that a person is asked for. */
export function describePermission(source: RecordingSource, words: RecorderWords): string {
  if (source === 'camera') return words.askingCamera;
  return source === 'microphone' ? words.askingMicrophone : words.askingScreen;
}

/** The announcement before a recording begins. */
export function describeCountdown(seconds: number, words: RecorderWords, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' });
  return words.countdown.replace('{seconds}', () => format.format(seconds));
}

/** The error text of a recorder that could not begin. */
export function describeCaptureError(
  code: VhErrorCode,
  source: RecordingSource,
  words: RecorderWords,
): string {
  if (code === 'capture-missing' && source === 'microphone') return words.missingMicrophone;
  return words[WORD_BY_CODE[code] ?? 'failed'];
}

const ICON_BY_SOURCE: Readonly<Record<RecordingSource, Icon>> = {
  'camera': cameraIcon,
  'microphone': microphoneIcon,
  'screen': screenIcon,
  'screen camera': screenIcon,
};

const WORD_BY_CODE: { readonly [Code in VhErrorCode]?: keyof RecorderWords } = {
  'capture-denied': 'denied',
  'capture-missing': 'missing',
  'capture-unsupported': 'unsupported',
  'capture-empty': 'empty',
};
