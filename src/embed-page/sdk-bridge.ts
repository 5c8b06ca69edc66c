import type { EmbedHost } from '../embed/embed-address.ts';

/** A message as the SDK sends it. */
export type HostMessage = Readonly<Record<string, unknown>> & { message: string };

/** The answer to a message; undefined for messages that ask nothing. */
export type Answer = (message: HostMessage) => unknown;

/** The wire to the page that holds this one in a frame, and to no other. */
export class SdkBridge {
  readonly #host: EmbedHost;
  readonly #window: Window;
  readonly #signal: AbortSignal;

  /** `host` is whom the address names. Only messages of the parent frame, and of that origin, count. */
  constructor(host: EmbedHost, window: Window, answer: Answer, signal: AbortSignal) {
    this.#host = host;
    this.#window = window;
    this.#signal = signal;
    const take = (event: MessageEvent<unknown>) => this.#take(event, answer);
    window.addEventListener('message', take, { signal });
  }

  /** Sends an event. */
  send(type: string, details: Readonly<Record<string, unknown>> = {}): void {
    if (!this.#signal.aborted) this.#post({ type, ...details });
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
