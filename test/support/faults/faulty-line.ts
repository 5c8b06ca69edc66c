import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to a connection, after so many bytes in one direction. */
export interface LineFault {
  /** Up is from the client to the server. */
  side: 'up' | 'down';
  after: number;
  /** `hole`: nothing moves any more, and nobody is told. `pause`: it goes on after some milliseconds. */
  how: 'cut' | 'reset' | 'hole' | 'pause';
  ms?: number;
}

interface Pipe {
  client: Socket;
  server: Socket;
  fault: (LineFault & { left: number }) | undefined;
  /** True when the last to move were bytes of an answer. */
  answered: boolean;
  moved: number;
  isHole: boolean;
}

/** A line between a client and a server on which connections meet one fault after another, in the given order. */
export class FaultyLine {
  readonly #server: Server;
  readonly #target: URL;
  readonly #pipes = new Set<Pipe>();
  #faults: LineFault[] = [];
  #isDown = false;
  /** Told of every fault as it strikes. */
  onStrike: () => void = () => undefined;
  /** Faults that have struck. */
  struck = 0;
  /** Bytes that clients have sent. */
  sent = 0;
  connections = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer({ allowHalfOpen: true }, (client) => {
      this.#open(client);
    });
  }

  static async to(target: string): Promise<FaultyLine> {
    const line = new FaultyLine(target);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** True when no request is on its way that may still be answered. */
  get isQuiet(): boolean {
    const now = performance.now();
    return [...this.#pipes].every(({ answered, isHole, moved }) => isHole || (answered && now - moved > 2));
  }

  /** Starts afresh: with these faults, no connection and nothing counted. */
  begin(faults: readonly LineFault[]): void {
    this.cutAll();
    this.#faults = [...faults];
    this.#isDown = false;
    this.struck = this.sent = this.connections = 0;
  }

  /** Takes the line away, or gives it back. */
  setDown(isDown: boolean): void {
    this.#isDown = isDown;
    if (isDown) this.cutAll();
  }

  cutAll(): void {
    for (const { client, server } of this.#pipes) {
      client.destroy();
      server.destroy();
    }
    this.#pipes.clear();
  }

  async close(): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #open(client: Socket): void {
    client.on('error', () => undefined);
    if (this.#isDown) {
      client.destroy();
      return;
    }
    this.connections++;
    const server = connect({
      host: this.#target.hostname,
      port: Number(this.#target.port),
      allowHalfOpen: true,
    });
    server.on('error', () => undefined);
    client.setNoDelay();
    server.setNoDelay();
    const pipe: Pipe = {
      client,
      server,
      fault: undefined,
      answered: false,
      moved: performance.now(),
      isHole: false,
    };
    this.#pipes.add(pipe);
    this.#next(pipe);
    this.#forward(pipe, client, server, 'up');
    this.#forward(pipe, server, client, 'down');
  }

  #next(pipe: Pipe): void {
    const fault = this.#faults.shift();
    pipe.fault = fault && { ...fault, left: fault.after };
  }

  #forward(pipe: Pipe, from: Socket, to: Socket, side: LineFault['side']): void {
    from.on('data', (chunk: Buffer) => {
      if (pipe.isHole) return;
      pipe.answered = side === 'down';
      pipe.moved = performance.now();
      if (side === 'up') this.sent += chunk.length;
      const { fault } = pipe;
      if (fault?.side !== side || (fault.left -= chunk.length) > 0) {
        this.#write(from, to, chunk);
        return;
      }
      const kept = chunk.subarray(0, Math.max(0, chunk.length + fault.left));
      this.#strike(pipe, fault, from, to, kept, chunk.subarray(kept.length));
    });
    from.on('end', () => {
      if (!pipe.isHole) to.end();
    });
    from.on('close', () => {
      // A hole tells nobody; what the client gives up is over all the same.
      if (pipe.isHole && side === 'down') return;
      this.#pipes.delete(pipe);
      to.destroy();
    });
  }

  #write(from: Socket, to: Socket, chunk: Buffer): void {
    if (chunk.length === 0 || to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  }

  #strike(pipe: Pipe, fault: LineFault, from: Socket, to: Socket, kept: Buffer, rest: Buffer): void {
    this.struck++;
    this.onStrike();
    pipe.fault = undefined;
    if (fault.how === 'pause') {
      from.pause();
      // Back into the queue: whatever resumes it, what is behind does not overtake it.
      if (rest.length > 0) from.unshift(rest);
      this.#write(from, to, kept);
      pipe.answered = false;
      setTimeout(() => from.resume(), fault.ms ?? 5);
      this.#next(pipe);
      return;
    }
    if (fault.how === 'hole') {
      this.#write(from, to, kept);
      pipe.isHole = true;
      return;
    }
    // Nothing behind the gap may be let through before the end.
    from.pause();
    pipe.isHole = true;
    const end = () => {
      this.#pipes.delete(pipe);
      for (const socket of [pipe.client, pipe.server]) {
        if (fault.how === 'reset') socket.resetAndDestroy();
        else socket.destroy();
      }
    };
    // What was let through arrives before the end does.
    if (kept.length > 0 && !to.destroyed) to.write(kept, end);
    else end();
  }
}
