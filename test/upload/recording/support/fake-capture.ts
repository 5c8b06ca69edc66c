import type { Journal } from '../../../../src/upload/recording/journal/journal.ts';
import type {
  RecordingOptions,
  RecordEnvironment,
} from '../../../../src/upload/recording/capture/record-environment.ts';

/** A track that ends on request. */
class FakeTrack extends EventTarget {
  readonly kind: 'video' | 'audio';
  readonly deviceId: string;
  readyState: MediaStreamTrackState = 'live';
  /** What its platform can do about the background: nothing without. */
  blurs: boolean[] | undefined;
  isBlurred = false;
  /** True for a platform that refuses. */
  refusesBlur = false;

  constructor(kind: 'video' | 'audio', deviceId: string) {
    super();
    this.kind = kind;
    this.deviceId = deviceId;
  }

  getSettings(): MediaTrackSettings {
    const blur = this.blurs && { backgroundBlur: this.isBlurred };
    return { deviceId: this.deviceId, ...blur };
  }

  getCapabilities(): MediaTrackCapabilities {
    const blur = this.blurs && { backgroundBlur: this.blurs };
    return { deviceId: this.deviceId, ...blur };
  }

  getConstraints(): MediaTrackConstraints {
    return { width: 1280 };
  }

  applyConstraints(wanted: MediaTrackConstraints & { backgroundBlur?: boolean }): Promise<void> {
    if (this.refusesBlur) return Promise.reject(new DOMException('no', 'OverconstrainedError'));
    if (wanted.width !== 1280) return Promise.reject(new TypeError('The size was forgotten.'));
    this.isBlurred = wanted.backgroundBlur ?? this.isBlurred;
    return Promise.resolve();
  }

  stop(): void {
    this.readyState = 'ended';
  }

  /** The device was pulled out, or the browser's bar was used. */
  vanish(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  readonly tracks: FakeTrack[];

  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks;
  }

  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
}

/** A recorder whose pieces come when the test says so. */
class FakeMediaRecorder extends EventTarget {
  state: RecordingState = 'inactive';
  readonly options: RecordingOptions;
  timeslice = 0;
  /** False without an encoder. */
  readonly #writes: boolean;

  constructor(options: RecordingOptions, writes: boolean) {
    super();
    this.options = options;
    this.#writes = writes;
  }

  get mimeType(): string {
    return this.options.mimeType ?? '';
  }

  start(timeslice: number): void {
    this.timeslice = timeslice;
    this.state = 'recording';
  }

  pause(): void {
    this.state = 'paused';
  }

  resume(): void {
    this.state = 'recording';
  }

  stop(): void {
    if (this.state === 'inactive') throw new TypeError('It is not recording.');
    this.state = 'inactive';
    queueMicrotask(() => {
      this.give('!');
      this.dispatchEvent(new Event('stop'));
    });
  }

  give(text: string): void {
    const data = new Blob(this.#writes ? [text] : []);
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
}

/** A machine with a camera and a microphone that a test holds in its hands. */
export class FakeCapture {
  /** What may be recorded in. */
  types = new Set(['video/webm']);
  /** What the next question for a device is answered with. */
  refusal: Error | undefined;
  /** What a question for a microphone is answered with, whatever else it asks for. */
  deafness: Error | undefined;
  readonly asked: MediaStreamConstraints[] = [];
  readonly streams: FakeStream[] = [];
  readonly recorders: FakeMediaRecorder[] = [];
  /** False for a browser that records, and writes nothing. */
  writes = true;
  /** False for a browser that cannot lay one picture over another. */
  composes = true;
  /** The corners in which the camera was seen, and the camera. */
  readonly corners: string[] = [];
  overlaid: FakeStream | undefined;
  time = 0;
  /** False while a person is asked, and says nothing. */
  answers = true;
  /** A callback that runs a few times a second. */
  tick = (): void => {};
  /** What the platform can do about a camera's background. */
  blurs: boolean[] | undefined;
  found: { deviceId: string; kind: string; label: string }[] = [
    { deviceId: 'cam', kind: 'videoinput', label: 'Camera' },
    { deviceId: 'mic', kind: 'audioinput', label: 'Microphone' },
    { deviceId: 'ear', kind: 'audiooutput', label: 'Speaker' },
  ];
  readonly #changes = new EventTarget();

  /** What a recorder is given for the platform. */
  readonly environment = {
    devices: {
      getUserMedia: (constraints: MediaStreamConstraints) => this.#open(constraints),
      getDisplayMedia: (constraints: MediaStreamConstraints) => this.#open({ ...constraints, audio: false }),
      enumerateDevices: () => Promise.resolve(this.found),
      addEventListener: this.#changes.addEventListener.bind(this.#changes),
      removeEventListener: this.#changes.removeEventListener.bind(this.#changes),
    },
    withDarkPicture: (sound: FakeStream) => {
      const dark = new FakeTrack('video', 'dark');
      const stream = new FakeStream([dark, ...sound.getAudioTracks()]);
      this.streams.push(stream);
      return { stream, close: () => dark.stop() };
    },
    withCamera: (screen: FakeStream, camera: FakeStream, corner: string) => {
      if (!this.composes) return Promise.resolve(undefined);
      this.corners.push(corner);
      const track = new FakeTrack('video', 'both');
      const stream = new FakeStream([track, ...screen.getAudioTracks()]);
      this.overlaid = camera;
      return Promise.resolve({
        stream,
        move: (next: string) => this.corners.push(next),
        close: () => track.stop(),
      });
    },
    record: (_stream: MediaStream, options: RecordingOptions) => {
      const recorder = new FakeMediaRecorder(options, this.writes);
      this.recorders.push(recorder);
      return recorder;
    },
    isTypeSupported: (type: string) => this.types.has(type),
    now: () => this.time,
    tick: (listener: () => void) => (this.tick = listener),
  } as object as RecordEnvironment;

  /** The present camera's picture. */
  get picture(): FakeTrack {
    const track = this.streams.at(-1)?.getVideoTracks()[0];
    if (!track) throw new TypeError('Nothing is on.');
    return track;
  }

  /** The present microphone. */
  get sound(): FakeTrack {
    const track = this.streams.at(-1)?.getAudioTracks()[0];
    if (!track) throw new TypeError('Nothing is heard.');
    return track;
  }

  get recorder(): FakeMediaRecorder {
    const recorder = this.recorders.at(-1);
    if (!recorder) throw new TypeError('Nothing is recorded.');
    return recorder;
  }

  /** True while a light would be on. */
  get isOn(): boolean {
    return this.streams.some(({ tracks }) => tracks.some(({ readyState }) => readyState === 'live'));
  }

  /** A device is plugged in or out. */
  changeDevices(found: FakeCapture['found']): void {
    this.found = found;
    this.#changes.dispatchEvent(new Event('devicechange'));
  }

  #open(constraints: MediaStreamConstraints): Promise<FakeStream> {
    this.asked.push(constraints);
    if (!this.answers) return new Promise(() => {});
    const refusal = this.refusal ?? (constraints.audio ? this.deafness : undefined);
    if (refusal) return Promise.reject(refusal);
    const [camera, microphone] = [exactIn(constraints.video), exactIn(constraints.audio)];
    const isThere = (id: string | undefined) =>
      id === undefined || this.found.some(({ deviceId }) => deviceId === id);
    if (!isThere(camera) || !isThere(microphone))
      return Promise.reject(Object.assign(new Error('gone'), { name: 'OverconstrainedError' }));
    const stream = new FakeStream([
      ...(constraints.video ? [new FakeTrack('video', camera ?? 'cam')] : []),
      ...(constraints.audio ? [new FakeTrack('audio', microphone ?? 'mic')] : []),
    ]);
    for (const track of stream.getVideoTracks()) track.blurs = this.blurs;
    this.streams.push(stream);
    return Promise.resolve(stream);
  }
}

/** The only device that will do. A mere wish is passed over, as Chromium does. */
function exactIn(constraint: boolean | MediaTrackConstraints | undefined): string | undefined {
  const wanted = typeof constraint === 'object' ? constraint.deviceId : undefined;
  return typeof wanted === 'object' && 'exact' in wanted ? String(wanted.exact) : undefined;
}

/** A journal in memory, which may have no room. */
export class FakeJournal implements Journal {
  readonly pieces: Blob[] = [];
  isFull = false;
  isDiscarded = false;
  isReleased = false;

  /** The known facts of the upload. */
  noted: string | undefined;

  #writing: Promise<unknown> = Promise.resolve();

  /** Lets nothing be written until the answer is called. */
  hold(): () => void {
    let go = () => {};
    this.#writing = new Promise<void>((resolve) => (go = resolve));
    return go;
  }

  readonly write = async (piece: Blob): Promise<Blob> => {
    await this.#writing;
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.pieces.push(piece);
    return piece;
  };

  readonly note = (text: string | undefined): Promise<void> => {
    this.noted = text;
    return Promise.resolve();
  };

  readonly release = (): void => {
    this.isReleased = true;
  };

  readonly discard = (): Promise<void> => {
    this.isDiscarded = true;
    return Promise.resolve();
  };
}
