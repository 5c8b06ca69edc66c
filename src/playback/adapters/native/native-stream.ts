import { liveStatus } from '../../stream/live-status.ts';
import { PLAIN_STREAM, type LivePosition, type Stream, type StreamAudioTrack } from '../../stream/stream.ts';

/** The browser's own sound tracks, where it has them: Safari. */
interface NativeAudioTracks extends EventTarget {
  readonly length: number;
  readonly [index: number]: { id: string; label: string; language: string; kind: string; enabled: boolean };
}

/** The members of a video element that it uses. */
type NativeMedia = EventTarget &
  Pick<HTMLMediaElement, 'duration' | 'currentTime' | 'seekable'> & { audioTracks?: NativeAudioTracks };

/** The stream's state as a video element reports it when it plays HLS natively. */
export class NativeStream {
  readonly #media: NativeMedia;
  readonly #changed: (stream: Stream) => void;
  #published = JSON.stringify(PLAIN_STREAM);

  constructor(media: NativeMedia, changed: (stream: Stream) => void, signal: AbortSignal) {
    this.#media = media;
    this.#changed = changed;
    for (const type of ['loadedmetadata', 'durationchange', 'progress', 'timeupdate', 'seeked']) {
      media.addEventListener(type, () => this.#publish(), { signal });
    }
    for (const type of ['addtrack', 'removetrack', 'change']) {
      this.#media.audioTracks?.addEventListener(type, () => this.#publish(), { signal });
    }
  }

  selectAudioTrack(id: string): void {
    for (const track of this.#nativeTracks) track.enabled = track.id === id;
  }

  get live(): LivePosition | undefined {
    if (this.#media.duration !== Infinity) return undefined;
    // Not before the duration is known: WebKitGTK never finds it where it was asked for this first.
    const { seekable, currentTime } = this.#media;
    if (seekable.length === 0) return undefined;
    // The browser holds back natively: its last position is where it watches live.
    const edge = seekable.end(seekable.length - 1);
    return { edge, latency: Math.max(0, edge - currentTime) };
  }

  get #nativeTracks(): NativeAudioTracks[number][] {
    return Array.from(this.#media.audioTracks ?? []);
  }

  #publish(): void {
    const { live } = this;
    const stream: Stream = {
      ...PLAIN_STREAM,
      audioTracks: this.#nativeTracks.map(plain),
      live: live && liveStatus(this.#media, live),
    };
    const reported = JSON.stringify(stream);
    if (reported === this.#published) return;
    this.#published = reported;
    this.#changed(stream);
  }
}

function plain({ id, label, language, kind, enabled }: NativeAudioTracks[number]): StreamAudioTrack {
  return { id, label, language, kind, enabled };
}
