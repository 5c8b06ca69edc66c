import { html, nothing, type TemplateResult } from 'lit';
import type { CaptureDevice } from '../../../upload/index.ts';
import {
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
  if (state.status !== 'ready' || countdown > 0) return nothing;
  const { devices, camera, microphone } = state;
  const several = (kind: CaptureDevice['kind'], inUse: boolean): readonly CaptureDevice[] => {
    const found = devices.filter((device) => device.kind === kind);
    return inUse && found.length > 1 ? found : [];
  };
  const isHeard = microphone !== undefined || source === 'microphone';
  return html`${picker(words.camera, words.device, several('camera', source === 'camera'), camera, (id) => actions.choose({ camera: id }))}
  ${renderCameraToggle(view)}
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
  const isSeen = source === 'camera';
  const microphone = ('microphone' in state && state.microphone) || true;
  return toggle(words.camera, isSeen ? cameraIcon : cameraOffIcon, isSeen, () =>
    actions.choose(isSeen ? { camera: false, microphone } : { camera: true }),
  );
}

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
