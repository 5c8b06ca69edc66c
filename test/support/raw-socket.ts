import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends bytes as they are and keeps what comes back. */
export class RawSocket {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #waiting: (() => void)[] = [];
  /** True once the other side has ended it, politely or not. */
  ended = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const wake = () => {
      for (const waiting of this.#waiting.splice(0)) waiting();
    };
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.ended = true;
      wake();
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
    while (!this.ended && !satisfied(this.text)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}
