import { html, nothing, type TemplateResult } from 'lit';
import type { CaptureDevice } from '../../../upload/record/record-state.ts';
import { microphoneIcon, microphoneOffIcon } from '../../icons.ts';
import type { RecorderView } from './recorder-view.ts';

/** The choice of devices, before the recording begins: with sound or without, and which ones where there are several. */
export function renderDevices({
  state,
  kind,
  countdown,
  words,
  actions,
}: RecorderView): TemplateResult | typeof nothing {
  if (state.status !== 'ready' || countdown > 0) return nothing;
  const { devices, camera, microphone } = state;
  const cameras = kind === 'camera' ? devices.filter((device) => device.kind === 'camera') : [];
  const microphones =
    microphone === undefined ? [] : devices.filter((device) => device.kind === 'microphone');
  const chooseCamera = (id: string) => actions.choose({ camera: id });
  const chooseMicrophone = (id: string) => actions.choose({ microphone: id });
  return html`${cameras.length > 1 ? picker(words.camera, words.device, cameras, camera, chooseCamera) : nothing}
    <button
      class="button toggle"
      type="button"
      aria-pressed=${microphone === undefined ? 'false' : 'true'}
      @click=${() => {
        actions.choose({ microphone: microphone === undefined });
      }}
    >
      ${microphone === undefined ? microphoneOffIcon() : microphoneIcon()} ${words.microphone}
    </button>
    ${
      microphones.length > 1
        ? picker(words.microphone, words.device, microphones, microphone, chooseMicrophone)
        : nothing
    }`;
}

function picker(
  label: string,
  unnamed: string,
  devices: readonly CaptureDevice[],
  present: string | undefined,
  choose: (id: string) => void,
): TemplateResult {
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
