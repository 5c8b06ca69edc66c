import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * XMLHttpRequest over Node's own sockets, as far as uploads use it: it reports how much of the body has left, so that
 * what runs here is what runs in a browser.
 */
export class NodeXhr {
  static #agent = new Agent({ keepAlive: true });
  /** Requests whose bodies are still being put together. */
  static preparing = 0;
  /** Requests that have neither been answered nor failed. */
  static active = 0;

  readonly upload: { onprogress?: ((event: { loaded: number; lengthComputable: boolean }) => void) | null } =
    {};
  onload: (() => void) | null = null;
  onerror: ((error: Error) => void) | null = null;
  onloadend: (() => void) | null = null;
  withCredentials = false;
  status = 0;
  responseText = '';
  responseURL = '';
  readonly #headers: Record<string, string> = {};
  #received: IncomingMessage | undefined;
  #request: ClientRequest | undefined;
  #method = 'GET';
  #url = '';
  #isSent = false;
  #isOver = false;

  /** Closes idle connections, as a browser that starts afresh. */
  static renew(): void {
    NodeXhr.#agent.destroy();
    NodeXhr.#agent = new Agent({ keepAlive: true });
  }

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    const value = this.#received?.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  }

  getAllResponseHeaders(): string {
    const raw = this.#received?.rawHeaders ?? [];
    let text = '';
    for (let at = 0; at < raw.length; at += 2) text += `${raw[at] ?? ''}: ${raw[at + 1] ?? ''}\r\n`;
    return text;
  }

  send(body: FormData | Blob | null = null): void {
    this.#isSent = true;
    NodeXhr.active++;
    void this.#send(body);
  }

  abort(): void {
    if (!this.#end()) return;
    this.#request?.destroy();
    this.onloadend?.();
  }

  async #send(body: FormData | Blob | null): Promise<void> {
    NodeXhr.preparing++;
    try {
      const sent = new Response(body);
      const type = body instanceof FormData ? sent.headers.get('content-type') : undefined;
      const bytes = Buffer.from(await sent.arrayBuffer());
      if (this.#isOver) return;
      const headers = {
        ...this.#headers,
        ...(type ? { 'content-type': type } : {}),
        'content-length': bytes.length,
      };
      const outgoing = request(this.#url, { method: this.#method, headers, agent: NodeXhr.#agent });
      this.#request = outgoing;
      outgoing.on('error', (error) => {
        this.#fail(error);
      });
      outgoing.on('response', (incoming: IncomingMessage) => {
        this.#receive(incoming);
      });
      this.#watch(outgoing, bytes.length);
      outgoing.end(bytes);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    } finally {
      NodeXhr.preparing--;
    }
  }

  #watch(outgoing: ClientRequest, size: number): void {
    outgoing.once('socket', (socket: Socket) => {
      // Between an early answer and the agent's own handler there is no listener, and a late reset would end the process.
      if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
      const before = socket.bytesWritten;
      const report = () => {
        const loaded = Math.min(size, Math.max(0, socket.bytesWritten - before - socket.writableLength));
        if (!this.#isOver) this.upload.onprogress?.({ loaded, lengthComputable: true });
      };
      const timer = setInterval(report, 50);
      outgoing.once('close', () => {
        clearInterval(timer);
      });
      outgoing.once('finish', () => {
        if (!this.#isOver) this.upload.onprogress?.({ loaded: size, lengthComputable: true });
      });
      report();
    });
  }

  #receive(incoming: IncomingMessage): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', (error) => {
      this.#fail(error);
    });
    incoming.on('end', () => {
      if (this.#isOver) return;
      if (!incoming.complete) {
        this.#fail(new Error('cut'));
        return;
      }
      this.#end();
      this.#received = incoming;
      this.status = incoming.statusCode ?? 0;
      this.responseURL = this.#url;
      this.responseText = Buffer.concat(chunks).toString('utf8');
      this.onload?.();
      this.onloadend?.();
    });
  }

  #fail(error: Error): void {
    if (!this.#end()) return;
    this.onerror?.(error);
    this.onloadend?.();
  }

  #end(): boolean {
    // One that is aborted before it is sent never was on its way.
    if (this.#isOver || !this.#isSent) return false;
    this.#isOver = true;
    NodeXhr.active--;
    return true;
  }
}

function ignore(): void {
  // The request has seen it.
}
