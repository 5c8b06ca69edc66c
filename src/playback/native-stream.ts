import { liveStatus } from './live-status.ts';
import { PLAIN_STREAM, type LivePosition, type Stream, type StreamAudioTrack } from './stream.ts';

/** The browser's own sound tracks, where it tells of them: Safari. */
interface NativeAudioTracks extends EventTarget {
  readonly length: number;
  readonly [index: number]: { id: string; label: string; language: string; kind: string; enabled: boolean };
}

/** What a video element tells of a stream that it plays by itself. */
export class NativeStream {
  readonly #media: HTMLVideoElement & { audioTracks?: NativeAudioTracks };
  readonly #changed: (stream: Stream) => void;
  #told = JSON.stringify(PLAIN_STREAM);

  constructor(media: HTMLVideoElement, changed: (stream: Stream) => void, signal: AbortSignal) {
    this.#media = media;
    this.#changed = changed;
    for (const type of ['loadedmetadata', 'durationchange', 'progress', 'timeupdate', 'seeked']) {
      media.addEventListener(type, () => this.#tell(), { signal });
    }
    for (const type of ['addtrack', 'removetrack', 'change']) {
      this.#media.audioTracks?.addEventListener(type, () => this.#tell(), { signal });
    }
  }

  selectAudioTrack(id: string): void {
    for (const track of this.#nativeTracks) track.enabled = track.id === id;
  }

  get live(): LivePosition | undefined {
    const { duration, seekable, currentTime } = this.#media;
    if (duration !== Infinity || seekable.length === 0) return undefined;
    // The browser holds back by itself: its last position is where it watches live.
    const edge = seekable.end(seekable.length - 1);
    return { edge, latency: Math.max(0, edge - currentTime) };
  }

  get #nativeTracks(): NativeAudioTracks[number][] {
    return Array.from(this.#media.audioTracks ?? []);
  }

  #tell(): void {
    const { live } = this;
    const stream: Stream = {
      ...PLAIN_STREAM,
      audioTracks: this.#nativeTracks.map(plain),
      live: live && liveStatus(this.#media, live),
    };
    const told = JSON.stringify(stream);
    if (told === this.#told) return;
    this.#told = told;
    this.#changed(stream);
  }
}

function plain({ id, label, language, kind, enabled }: NativeAudioTracks[number]): StreamAudioTrack {
  return { id, label, language, kind, enabled };
}
