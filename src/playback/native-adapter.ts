import { isVhError, VhError } from '../core/vh-error.ts';
import type { AdapterOptions, MediaAdapter } from './media-adapter.ts';
import { NativeStream } from './native-stream.ts';
import { probe } from './probe.ts';
import type { LivePosition } from './stream.ts';

/** Plays by the browser's own means: files everywhere, HLS where there is no other way. */
export class NativeAdapter implements MediaAdapter {
  readonly #options: AdapterOptions;
  readonly #life = new AbortController();
  readonly #stream: NativeStream;

  constructor(options: AdapterOptions) {
    this.#options = options;
    const { media, address, report, startTime } = options;
    const { signal } = this.#life;
    this.#stream = new NativeStream(media, report.stream, signal);
    media.addEventListener('progress', report.active, { signal });
    media.addEventListener('error', () => void this.#explain(media.error?.code ?? 4), { signal });
    if (startTime > 0) {
      media.addEventListener('loadedmetadata', () => (media.currentTime = startTime), { signal, once: true });
    }
    if (options.eager && media.preload !== 'auto') media.preload = 'auto';
    media.src = address.url;
  }

  start(): void {
    this.#options.media.preload = 'auto';
  }

  /** The browser alone chooses the rendition. */
  prefer(): void {}

  selectAudioTrack(id: string): void {
    this.#stream.selectAudioTrack(id);
  }

  get live(): LivePosition | undefined {
    return this.#stream.live;
  }

  destroy(): void {
    this.#life.abort();
    this.#options.media.removeAttribute('src');
    this.#options.media.load();
  }

  async #explain(code: number): Promise<void> {
    const error = await this.#findCause(code);
    if (error && !this.#life.signal.aborted) this.#options.report.failed(error);
  }

  async #findCause(code: number): Promise<VhError | undefined> {
    if (code === 2) return new VhError('media-network', 'The media stopped arriving.');
    if (code === 3) return new VhError('media-decode', 'The media are broken.');
    const { address, report } = this.#options;
    try {
      const { signal } = this.#life;
      const answer = await probe(address.url, signal);
      if (answer.media === 'there' || !address.hls || signal.aborted) {
        return new VhError('media-unsupported', 'This browser cannot play this kind of media.');
      }
      report.processing();
      return undefined;
    } catch (cause) {
      return isVhError(cause) ? cause : new VhError('media-network', 'The media did not arrive.', { cause });
    }
  }
}
