import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { seededRandom } from '../../../support/seeded-random.ts';

/** How a line is: each connection has its own speed, which it reaches by slow start. */
export interface Shape {
  /** Milliseconds there and back. */
  rtt: number;
  /** Bytes a second of one connection. */
  speed: number;
  /** About so many bytes after which a connection is reset; 0 for never. */
  resetEach: number;
  /** Of these numbers of bytes: with the same seed, the first, second … connection is reset where it was before. */
  seed: number;
}

/** What a sender may have on its way before the first acknowledgement. */
const FIRST_WINDOW = 14_600;
/** Milliseconds between two looks at the queue. */
const TICK = 4;

/** A line with a round trip, a speed for each connection, and resets. */
export class SlowLine {
  #shape: Shape = { rtt: 0, speed: Infinity, resetEach: 0, seed: 0 };
  #random = seededRandom(0);
  sent = 0;
  resets = 0;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  static async to(target: number): Promise<SlowLine> {
    const server = createServer((client) => {
      line.#open(client, target);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new SlowLine(server);
    return line;
  }

  /** Takes no more connections; open ones end with their peers. */
  close(): void {
    this.#server.close();
  }

  /** How connections are that begin from now on. */
  set shape(shape: Shape) {
    this.#shape = shape;
    this.#random = seededRandom(shape.seed);
  }

  #open(client: Socket, target: number): void {
    const shape = this.#shape;
    const server = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay();
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
    const limit = shape.resetEach === 0 ? Infinity : shape.resetEach * (0.75 + this.#random() / 2);
    let passed = 0;
    client.on('data', (chunk) => {
      this.sent += chunk.length;
      passed += chunk.length;
      if (passed <= limit) return;
      this.resets++;
      client.resetAndDestroy();
      server.resetAndDestroy();
    });
    // A handshake takes one round trip before the first byte may leave.
    delay(client, server, shape, shape.rtt, true);
    delay(server, client, shape, 0, false);
  }
}

function delay(from: Socket, to: Socket, { rtt, speed }: Shape, first: number, isShaped: boolean): void {
  if (rtt === 0 && speed === Infinity) {
    from.pipe(to);
    return;
  }
  const queue: { bytes: Buffer; due: number }[] = [];
  const waiting: Buffer[] = [];
  let held = 0;
  let window = FIRST_WINDOW;
  let allowance = 0;
  let before = performance.now() + first;
  const timer = setInterval(() => {
    const now = performance.now();
    if (now > before) {
      const rate = isShaped ? Math.min(speed, (window / Math.max(rtt, 1)) * 1000) : Infinity;
      // Unused bandwidth is not saved, but for one burst.
      allowance = Math.min(
        allowance + (rate * (now - before)) / 1000,
        rate === Infinity ? Infinity : rate / 50 + 65_536,
      );
      before = now;
    }
    for (let chunk = waiting[0]; chunk && allowance > 0; chunk = waiting[0]) {
      const part = chunk.length <= allowance ? chunk : chunk.subarray(0, Math.ceil(allowance));
      if (part.length === chunk.length) waiting.shift();
      else waiting[0] = chunk.subarray(part.length);
      allowance -= part.length;
      held -= part.length;
      // One more for each that is acknowledged: twice as many after every round trip.
      window = Math.min(window + part.length, (speed * Math.max(rtt, 1)) / 1000);
      queue.push({ bytes: part, due: now + rtt / 2 });
    }
    while (queue[0] && queue[0].due <= now) to.write(queue.shift()?.bytes ?? '');
    if (held < 2 ** 19 && from.isPaused()) from.resume();
  }, TICK);
  from.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    held += chunk.length;
    if (held >= 2 ** 20) from.pause();
  });
  for (const socket of [from, to]) {
    socket.on('close', () => {
      clearInterval(timer);
    });
  }
}
