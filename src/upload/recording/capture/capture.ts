import type { CaptureDevice, CaptureKind } from './record-state.ts';
import type { RecordEnvironment } from './record-environment.ts';
import type { OverlayCorner } from '../overlay/place-camera.ts';
import { VhError, type VhErrorCode } from '../../../core/errors/vh-error.ts';

/**
 * Which devices to use, by their ids; `true` is any and `false` is none. A choice without a camera always has a microphone.
 */
export interface CaptureChoice {
  camera?: string | boolean | undefined;
  microphone?: string | boolean | undefined;
}

/** A camera or a screen that is on. */
export interface Capture {
  readonly stream: MediaStream;
  /** The screen's own stream: another microphone must not ask again which screen it should be. */
  readonly screen?: MediaStream;
  /** The track whose end ends the recording: the picture, or the microphone without one. */
  readonly source: MediaStreamTrack | undefined;
  readonly camera: string | undefined;
  /** The camera's own track. */
  readonly picture?: MediaStreamTrack | undefined;
  readonly microphone: string | undefined;
  /** The microphone's own track: it may be unplugged while the rest keeps recording. */
  readonly sound: MediaStreamTrack | undefined;
  /** The camera over a screen: it may be unplugged while the rest keeps recording. */
  readonly overlay?: { readonly track: MediaStreamTrack; move: (corner: OverlayCorner) => void } | undefined;
  /** Turns everything off, the screen too unless it is kept for another microphone. */
  close: (keepsScreen?: boolean) => void;
}

type Devices = RecordEnvironment['devices'];

/** Turns the camera or the screen on, or keeps a screen that is on. Throws VhErrors only. */
export async function openCapture(
  environment: RecordEnvironment,
  kind: CaptureKind,
  choice: CaptureChoice,
  screen: MediaStream | undefined,
  corner: OverlayCorner,
): Promise<Capture> {
  const { devices } = environment;
  try {
    if (kind === 'screen') return await openScreen(devices, choice, screen);
    if (kind === 'screen camera') return await openBoth(environment, choice, screen, corner);
    return choice.camera === false
      ? await openMicrophone(environment, choice)
      : await openCamera(devices, choice);
  } catch (error) {
    throw toCaptureError(error);
  }
}

async function openCamera(devices: Devices, { camera, microphone = true }: CaptureChoice): Promise<Capture> {
  const size = { width: 1280, height: 720 };
  const stream = await askForRoom(devices, { size, camera, microphone }).catch((error: unknown) => {
    // No microphone, or another program has it: record the picture. Do not ask a person again who has refused.
    if (microphone === false || toCaptureError(error).code === 'capture-denied') throw error;
    return askForRoom(devices, { size, camera, microphone: false });
  });
  return {
    stream,
    source: stream.getVideoTracks()[0],
    camera: idOf(stream.getVideoTracks()),
    picture: stream.getVideoTracks()[0],
    microphone: idOf(stream.getAudioTracks()),
    sound: stream.getAudioTracks()[0],
    close: () => stopTracks(stream),
  };
}

async function openMicrophone(
  { devices, withDarkPicture }: RecordEnvironment,
  { microphone }: CaptureChoice,
): Promise<Capture> {
  const room = await askForRoom(devices, { microphone: microphone || true });
  const { stream, close } = withDarkPicture(room);
  const [sound] = room.getAudioTracks();
  return {
    ...{ stream, source: sound, sound, camera: undefined, microphone: idOf(room.getAudioTracks()) },
    close: () => {
      close();
      stopTracks(room);
    },
  };
}

/** The screen, with the camera in a corner, its sound and the room's. Without the camera there is still the screen. */
async function openBoth(
  environment: RecordEnvironment,
  { camera = true, microphone = true }: CaptureChoice,
  present: MediaStream | undefined,
  corner: OverlayCorner,
): Promise<Capture> {
  const { devices } = environment;
  const screen = present ?? (await askForScreen(devices));
  if (camera === false) return openScreen(devices, { microphone }, screen);
  const size = { width: 640, height: 480 };
  const room = await askForRoom(devices, { size, camera, microphone }).catch((error: unknown) =>
    toCaptureError(error),
  );
  // A person who has refused is not asked again for the microphone alone.
  if (room instanceof VhError)
    return openScreen(devices, { microphone: room.code !== 'capture-denied' && microphone }, screen);
  const mixed = room.getAudioTracks().length > 0 ? tryMixing(screen, room) : undefined;
  const overlay = await environment.withCamera(mixed?.stream ?? screen, room, corner).catch(() => undefined);
  const [track] = room.getVideoTracks();
  // What is not recorded is turned off.
  if (!overlay) for (const one of room.getVideoTracks()) one.stop();
  return {
    stream: overlay?.stream ?? mixed?.stream ?? screen,
    screen,
    source: screen.getVideoTracks()[0],
    camera: overlay && idOf(room.getVideoTracks()),
    picture: overlay && track,
    microphone: mixed && idOf(room.getAudioTracks()),
    sound: mixed && room.getAudioTracks()[0],
    overlay: overlay && track && { track, move: overlay.move },
    close: (keepsScreen = false) => {
      overlay?.close();
      mixed?.close();
      stopTracks(room);
      if (!keepsScreen) stopTracks(screen);
    },
  };
}

const askForScreen = (devices: Devices) => devices.getDisplayMedia({ video: { frameRate: 30 }, audio: true });

/** Records the screen's own sound where the browser gives it, and the room's only when a microphone is chosen. */
async function openScreen(
  devices: Devices,
  { microphone = false }: CaptureChoice,
  present: MediaStream | undefined,
): Promise<Capture> {
  const screen = present ?? (await askForScreen(devices));
  // Without the microphone there is still the screen; the state says that there is none.
  const room =
    microphone === false ? undefined : await askForRoom(devices, { microphone }).catch(() => undefined);
  const mixed = room && tryMixing(screen, room);
  return {
    stream: mixed?.stream ?? screen,
    screen,
    source: screen.getVideoTracks()[0],
    camera: undefined,
    microphone: mixed && idOf(room.getAudioTracks()),
    sound: mixed && room.getAudioTracks()[0],
    close: (keepsScreen = false) => {
      mixed?.close();
      if (room) stopTracks(room);
      if (!keepsScreen) stopTracks(screen);
    },
  };
}

function tryMixing(screen: MediaStream, room: MediaStream): ReturnType<typeof mixAudio> | undefined {
  try {
    return mixAudio(screen, room);
  } catch {
    // A machine with no way to mix must not leave the microphone on for nothing.
    for (const track of room.getAudioTracks()) track.stop();
    return undefined;
  }
}

/** What is asked of the room: its picture only with a size. */
interface RoomChoice extends CaptureChoice {
  readonly size?: { readonly width: number; readonly height: number };
}

/**
 * Turns the chosen devices on, and any other for one that is gone: it must not prevent a recording. Chromium passes over a
 * mere wish for a device.
 */
async function askForRoom(
  devices: Devices,
  { size, camera, microphone = false }: RoomChoice,
): Promise<MediaStream> {
  const exactly = (device: string | boolean | undefined) =>
    typeof device === 'string' ? { deviceId: { exact: device } } : {};
  const ask = (seen: typeof camera, heard: string | boolean) =>
    devices.getUserMedia({
      ...(size && { video: { ...exactly(seen), ...size } }),
      audio: typeof heard === 'string' ? exactly(heard) : heard,
    });
  try {
    return await ask(camera, microphone);
  } catch (error) {
    if (!isGone(error)) throw error;
    const found = await listDevices(devices);
    const there = (device: string | boolean) =>
      typeof device !== 'string' || found.some(({ id }) => id === device) ? device : true;
    const [seen, heard] = [there(camera ?? true), there(microphone)];
    if (seen === (camera ?? true) && heard === microphone) throw error;
    return ask(seen, heard);
  }
}

const isGone = (error: unknown): boolean =>
  ['OverconstrainedError', 'NotFoundError'].includes(String((error as { name?: unknown }).name));

/** The cameras and microphones that may be chosen. */
export async function listDevices(devices: Devices): Promise<readonly CaptureDevice[]> {
  const all = await devices.enumerateDevices().catch(() => []);
  return all.flatMap(({ deviceId, kind, label }) =>
    deviceId === '' || kind === 'audiooutput'
      ? []
      : [{ id: deviceId, label, kind: kind === 'videoinput' ? 'camera' : 'microphone' } as const],
  );
}

/** Stops all tracks of a stream: the camera's light goes off. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function idOf(tracks: MediaStreamTrack[]): string | undefined {
  return tracks[0]?.getSettings().deviceId;
}

/** One stream with the picture of one and the sound of both. */
export function mixAudio(screen: MediaStream, room: MediaStream): { stream: MediaStream; close: () => void } {
  const context = new AudioContext();
  const mixer = context.createMediaStreamDestination();
  for (const stream of [screen, room]) {
    if (stream.getAudioTracks().length > 0) context.createMediaStreamSource(stream).connect(mixer);
  }
  const stream = new MediaStream([...screen.getVideoTracks(), ...mixer.stream.getAudioTracks()]);
  // A closed context rejects a second call.
  return { stream, close: () => void context.close().catch(() => {}) };
}

const CODE_BY_NAME: Readonly<Record<string, readonly [VhErrorCode, string]>> = {
  NotAllowedError: ['capture-denied', 'The camera or the screen was not allowed, or nobody chose one.'],
  SecurityError: ['capture-denied', 'The page or its frame may not use the camera or the screen.'],
  NotFoundError: ['capture-missing', 'There is no camera or microphone.'],
  OverconstrainedError: ['capture-missing', 'The chosen camera or microphone is not there.'],
  NotReadableError: [
    'capture-failed',
    'The camera or microphone cannot be read: another program may have it.',
  ],
};

/** Translates the browser's error into one that says why nothing can be recorded. */
export function toCaptureError(cause: unknown): VhError {
  // Not every browser's are of the class Error.
  const name = (cause as { name?: unknown } | null | undefined)?.name;
  const [code, message] = (typeof name === 'string' ? CODE_BY_NAME[name] : undefined) ?? [
    'capture-failed',
    'The camera or the screen could not be opened.',
  ];
  return new VhError(code, message, { cause });
}

/** This browser cannot record, or not on this page. */
export function captureUnsupported(
  why = 'This browser cannot record here; the page must be served over https.',
): VhError {
  return new VhError('capture-unsupported', why);
}
