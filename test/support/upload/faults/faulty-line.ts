import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to a connection, after so many bytes in one direction. */
export interface LineFault {
  /** Up is from the client to the server. */
  side: 'up' | 'down';
  after: number;
  /**
   * `hole`: no byte moves any more, without a signal. `pause`: it resumes after some milliseconds. `slow`: so it goes
   * on, a little at a time.
   */
  how: 'cut' | 'reset' | 'hole' | 'pause' | 'slow';
  ms?: number;
}

/** Faults that strike answers from some moment on, so that no upload ends before it has met enough. */
export interface Debt {
  /** How many strike in all, at least. */
  least: number;
  /** Bytes that clients have sent by then. */
  from: number;
}

const LITTLE = 1_500;
const STEPS = 8;

interface Pipe {
  client: Socket;
  server: Socket;
  fault: (LineFault & { left: number; steps: number }) | undefined;
  /** True when the last to move were bytes of an answer, and before anything is asked. */
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
  #debt: Debt = { least: 0, from: Infinity };
  #isDown = false;
  /** Called for every fault as it strikes. */
  onStrike: () => void = () => undefined;
  /** Faults that have struck. */
  struck = 0;
  /** Those of them that ended a request. */
  broke = 0;
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

  /** Connections on which nothing will ever move again, and that the client still holds. */
  get holes(): number {
    return [...this.#pipes].filter(({ isHole }) => isHole).length;
  }

  /** Its visible state, for debugging a stall. */
  toJSON(): unknown {
    const { isQuiet, holes, struck, sent, connections } = this;
    const ages = [...this.#pipes].map(({ answered, moved }) => ({
      answered,
      ms: Math.round(performance.now() - moved),
    }));
    return { isQuiet, holes, struck, sent, connections, isDown: this.#isDown, pipes: ages };
  }

  /** Starts afresh: with these faults, no connection and nothing counted. */
  begin(faults: readonly LineFault[], debt: Debt = { least: 0, from: Infinity }): void {
    this.cutAll();
    this.#faults = [...faults];
    this.#debt = debt;
    this.#isDown = false;
    this.struck = this.broke = this.sent = this.connections = 0;
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
      answered: true,
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
    pipe.fault = fault && { ...fault, left: fault.after, steps: STEPS };
  }

  /** Where too few have struck, an answer does not get through as a whole. */
  #collect(pipe: Pipe, bytes: number): void {
    const { least, from } = this.#debt;
    if (this.struck >= least || this.sent < from) return;
    const hows = ['reset', 'hole'] as const;
    const after = 1 + ((this.struck * 53) % bytes);
    const how = hows[this.struck % hows.length] ?? 'cut';
    pipe.fault = { side: 'down', after, how, left: after, steps: STEPS };
  }

  #forward(pipe: Pipe, from: Socket, to: Socket, side: LineFault['side']): void {
    from.on('data', (chunk: Buffer) => {
      if (pipe.isHole) return;
      pipe.answered = side === 'down';
      pipe.moved = performance.now();
      if (side === 'up') this.sent += chunk.length;
      else this.#collect(pipe, chunk.length);
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
      // A hole gives no signal; requests that the client aborts are over all the same.
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

  #strike(
    pipe: Pipe,
    fault: NonNullable<Pipe['fault']>,
    from: Socket,
    to: Socket,
    kept: Buffer,
    rest: Buffer,
  ): void {
    const { how } = fault;
    if (fault.steps === STEPS) this.struck++;
    this.onStrike();
    pipe.fault = undefined;
    if (how === 'pause' || how === 'slow') {
      from.pause();
      // Back into the queue: whatever resumes it, later bytes do not overtake it.
      if (rest.length > 0) from.unshift(rest);
      if (fault.side === 'up') this.sent -= rest.length;
      this.#write(from, to, kept);
      pipe.answered = false;
      setTimeout(() => from.resume(), fault.ms ?? 5);
      const isOver = how === 'pause' || fault.steps === 1;
      if (isOver) this.#next(pipe);
      else pipe.fault = { ...fault, left: LITTLE, steps: fault.steps - 1 };
      return;
    }
    this.broke++;
    if (how === 'hole') {
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
        if (how === 'reset') socket.resetAndDestroy();
        else socket.destroy();
      }
    };
    // Bytes let through arrive before the end does.
    if (kept.length > 0 && !to.destroyed) to.write(kept, end);
    else end();
  }
}
