import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Longer than a busy machine takes for any answer. */
const WAIT_LIMIT_MS = 60_000;

/** A connection that sends bytes as they are and keeps what comes back. */
export class RawSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #waiting: (() => void)[] = [];
  /** True once the other side has ended it, politely or not. */
  ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      this.#wake();
    });
  }

  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawSocket(socket);
  }

  get text(): string {
    return this.#received.toString('latin1');
  }

  /** What came after the head. */
  get body(): string {
    const at = this.text.indexOf('\r\n\r\n');
    return at === -1 ? '' : this.text.slice(at + 4);
  }

  /** How many bytes are still waiting to be taken by the other side. */
  get unsent(): number {
    return this.#socket.writableLength;
  }

  send(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  /** Waits until what has come satisfies, or the connection has ended. */
  async until(satisfied: (text: string) => boolean = () => false): Promise<void> {
    const start = performance.now();
    const late = setTimeout(() => this.#wake(), WAIT_LIMIT_MS + 1);
    try {
      while (!this.ended && !satisfied(this.text)) {
        if (performance.now() - start > WAIT_LIMIT_MS) {
          throw new Error(`Waited in vain for more than ${JSON.stringify(this.text.slice(-500))}`);
        }
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** Has each send a byte now and then, until the returned function is called. */
  static trickle(sockets: readonly RawSocket[]): () => void {
    const timer = setInterval(() => {
      for (const socket of sockets) socket.send('x');
    }, 20);
    return () => clearInterval(timer);
  }

  close(): void {
    this.#socket.destroy();
  }

  #wake(): void {
    for (const waiting of this.#waiting.splice(0)) waiting();
  }
}
