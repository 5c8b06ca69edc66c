import { captureError } from './capture-error.ts';
import { mixSound } from './mix-sound.ts';
import type { CaptureDevice, CaptureKind } from './record-state.ts';
import type { RecordWorld } from './record-world.ts';

/** Which devices to use, by their ids; a microphone that is `false` records no sound of the room. */
export interface CaptureChoice {
  camera?: string | undefined;
  microphone?: string | false | undefined;
}

/** A camera, or the screen, that is on. */
export interface Capture {
  readonly stream: MediaStream;
  readonly camera: string | undefined;
  readonly microphone: string | undefined;
  /** Turns everything off. */
  close: () => void;
}

type Devices = RecordWorld['devices'];

/** Turns the camera or the screen on. Throws VhErrors only. */
export async function openCapture(
  devices: Devices,
  kind: CaptureKind,
  choice: CaptureChoice,
): Promise<Capture> {
  try {
    return kind === 'camera' ? await openCamera(devices, choice) : await openScreen(devices, choice);
  } catch (error) {
    throw captureError(error);
  }
}

async function openCamera(devices: Devices, { camera, microphone }: CaptureChoice): Promise<Capture> {
  const stream = await devices.getUserMedia({
    // By wish and not by force: a device that was unplugged since must not keep anybody from recording.
    video: { ...(camera === undefined ? {} : { deviceId: camera }), width: 1280, height: 720 },
    audio: microphone === false ? false : microphone === undefined ? true : { deviceId: microphone },
  });
  return {
    stream,
    camera: idOf(stream.getVideoTracks()),
    microphone: idOf(stream.getAudioTracks()),
    close: () => stop(stream),
  };
}

/** The screen's own sound where the browser gives it; that of the room only when a microphone is chosen. */
async function openScreen(devices: Devices, { microphone }: CaptureChoice): Promise<Capture> {
  const screen = await devices.getDisplayMedia({ video: { frameRate: 30 }, audio: true });
  if (typeof microphone !== 'string')
    return { stream: screen, camera: undefined, microphone: undefined, close: () => stop(screen) };
  try {
    const room = await devices.getUserMedia({ audio: { deviceId: microphone } });
    const mixed = mixSound(screen, room);
    const close = () => {
      mixed.close();
      stop(screen);
      stop(room);
    };
    return { stream: mixed.stream, camera: undefined, microphone: idOf(room.getAudioTracks()), close };
  } catch (error) {
    stop(screen);
    throw error;
  }
}

/** The cameras and microphones that may be chosen. */
export async function listDevices(devices: Devices): Promise<readonly CaptureDevice[]> {
  const all = await devices.enumerateDevices().catch(() => []);
  return all.flatMap(({ deviceId, kind, label }) =>
    deviceId === '' || kind === 'audiooutput'
      ? []
      : [{ id: deviceId, label, kind: kind === 'videoinput' ? 'camera' : 'microphone' } as const],
  );
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function idOf(tracks: MediaStreamTrack[]): string | undefined {
  return tracks[0]?.getSettings().deviceId;
}
