import type { EmbedHost } from './embed-options.ts';

/** A message as the SDK sends it. */
export type HostMessage = Readonly<Record<string, unknown>> & { message: string };

/** What a message is answered; undefined for those that ask nothing. */
export type Answer = (message: HostMessage) => unknown;

/** The wire to the page that holds this one in a frame, and to no other. */
export class HostBridge {
  readonly #host: EmbedHost;
  readonly #window: Window;
  readonly #end = new AbortController();

  /** `host` is whom the address names; only what comes from the parent frame, and from that origin, is heard. */
  constructor(host: EmbedHost, window: Window, answer: Answer) {
    this.#host = host;
    this.#window = window;
    window.addEventListener('message', (event: MessageEvent<unknown>) => this.#take(event, answer), {
      signal: this.#end.signal,
    });
  }

  /** Tells of something that happened. */
  tell(type: string, details: Readonly<Record<string, unknown>> = {}): void {
    this.#post({ type, ...details });
  }

  end(): void {
    this.#end.abort();
  }

  #take({ source, origin, data }: MessageEvent<unknown>, answer: Answer): void {
    if (source !== this.#window.parent || origin !== this.#host.origin || !isMessage(data)) return;
    if (Number(data['sdkPlayerId']) !== this.#host.sdkPlayerId) return;
    const arg = answer(data);
    const { callbackId } = data;
    if (arg !== undefined && typeof callbackId === 'string') this.#post({ callbackId, arg });
  }

  #post(body: Readonly<Record<string, unknown>>): void {
    const { origin, sdkPlayerId } = this.#host;
    this.#window.parent.postMessage({ ...body, sdkPlayerId }, origin);
  }
}

function isMessage(data: unknown): data is HostMessage {
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string';
}
