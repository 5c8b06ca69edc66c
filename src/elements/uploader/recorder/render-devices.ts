import { html, nothing, type TemplateResult } from 'lit';
import { OVERLAY_CORNERS, type CaptureDevice, type OverlayCorner } from '../../../upload/index.ts';
import type { RecorderWords } from '../../../locales/en/recorder.ts';
import {
  blurIcon,
  cameraIcon,
  cameraOffIcon,
  microphoneIcon,
  microphoneOffIcon,
  type Icon,
} from '../../styling/icons.ts';
import type { RecorderView } from './recorder-view.ts';

/** The choice of devices, before the recording begins: with and without camera and sound, and which where there are several. */
export function renderDevices(view: RecorderView): TemplateResult | typeof nothing {
  const { state, source, countdown, words, actions } = view;
  // Where there is no camera, there may still be something to say.
  if (state.status === 'failed' && (source === 'microphone' || state.error.code === 'capture-missing'))
    return renderCameraToggle(view);
  if (state.status === 'recording' || state.status === 'paused') return renderCorner(view);
  if (state.status !== 'ready' || countdown > 0) return nothing;
  const { devices, camera, microphone } = state;
  const several = (kind: CaptureDevice['kind'], inUse: boolean): readonly CaptureDevice[] => {
    const found = devices.filter((device) => device.kind === kind);
    return inUse && found.length > 1 ? found : [];
  };
  const isHeard = microphone !== undefined || source === 'microphone';
  return html`${picker(words.camera, words.device, several('camera', camera !== undefined), camera, (id) => actions.choose({ camera: id }))}
  ${renderCameraToggle(view)} ${renderBlur(view)} ${renderCorner(view)}
  ${toggle(
    words.microphone,
    isHeard ? microphoneIcon : microphoneOffIcon,
    isHeard,
    () => actions.choose({ microphone: !isHeard }),
    source === 'microphone',
  )}
  ${picker(words.microphone, words.device, several('microphone', isHeard), microphone, (id) => actions.choose({ microphone: id }))}`;
}

/** Without a camera the microphone is on: else there is nothing to record. */
function renderCameraToggle({
  state,
  source,
  words,
  actions,
}: RecorderView): TemplateResult | typeof nothing {
  if (source === 'screen') return nothing;
  if (source === 'screen camera') {
    const isOver = 'camera' in state && state.camera !== undefined;
    return toggle(words.camera, isOver ? cameraIcon : cameraOffIcon, isOver, () =>
      actions.choose({ camera: !isOver }),
    );
  }
  const isSeen = source === 'camera';
  const microphone = ('microphone' in state && state.microphone) || true;
  return toggle(words.camera, isSeen ? cameraIcon : cameraOffIcon, isSeen, () =>
    actions.choose(isSeen ? { camera: false, microphone } : { camera: true }),
  );
}

/** Only where the platform blurs the background itself, and lets a page decide. */
function renderBlur({ state, words, actions }: RecorderView): TemplateResult | typeof nothing {
  if (!('isBlurred' in state) || state.isBlurred === undefined) return nothing;
  const { isBlurred } = state;
  return toggle(words.blur, blurIcon, isBlurred, () => actions.blur(!isBlurred));
}

/** Where the camera is seen over the screen: before the recording, and in it. */
function renderCorner({ state, words, actions }: RecorderView): TemplateResult | typeof nothing {
  if (!('corner' in state) || state.corner === undefined) return nothing;
  const { corner } = state;
  return html`<select
    class="corner"
    aria-label=${words.corner}
    @input=${(event: Event) => event.stopPropagation()}
    @change=${(event: Event) => actions.moveCamera((event.target as HTMLSelectElement).value as OverlayCorner)}
  >
    ${OVERLAY_CORNERS.map(
      (one) => html`<option value=${one} ?selected=${one === corner}>${words[WORD_BY_CORNER[one]]}</option>`,
    )}
  </select>`;
}

const WORD_BY_CORNER: Readonly<Record<OverlayCorner, keyof RecorderWords>> = {
  'top-left': 'topLeft',
  'top-right': 'topRight',
  'bottom-left': 'bottomLeft',
  'bottom-right': 'bottomRight',
};

function toggle(
  label: string,
  icon: Icon,
  isOn: boolean,
  act: () => void,
  isDisabled = false,
): TemplateResult {
  return html`<button
    class="button opener toggle"
    type="button"
    aria-pressed=${isOn ? 'true' : 'false'}
    ?disabled=${isDisabled}
    @click=${act}
  >
    ${icon()} ${label}
  </button>`;
}

function picker(
  label: string,
  unnamed: string,
  devices: readonly CaptureDevice[],
  present: string | undefined,
  choose: (id: string) => void,
): TemplateResult | typeof nothing {
  if (devices.length === 0) return nothing;
  const nameOf = (device: CaptureDevice, index: number) =>
    device.label || unnamed.replace('{kind}', label).replace('{number}', String(index + 1));
  return html`<select
    aria-label=${label}
    @input=${(event: Event) => event.stopPropagation()}
    @change=${(event: Event) => {
      choose((event.target as HTMLSelectElement).value);
    }}
  >
    ${devices.map(
      (device, index) =>
        html`<option value=${device.id} ?selected=${device.id === present}>${nameOf(device, index)}</option>`,
    )}
  </select>`;
}
