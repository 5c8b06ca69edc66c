import type { ServerResponse } from 'node:http';
import { BodyRecorder } from './message-record.ts';
import type { Break } from './request-tap.ts';
import type { SlowBody } from './slow-line.ts';

type Arguments = readonly unknown[];

/** Counts the bytes of an answer's body on their way out, and can hold them, change them or break them off. */
export class ResponseTap {
  bytes = 0;
  readonly body = new BodyRecorder();
  /** The status that went out, once it has. */
  status: number | null = null;
  readonly #response: ServerResponse;
  readonly #writeHead: ServerResponse['writeHead'];
  readonly #write: ServerResponse['write'];
  readonly #end: ServerResponse['end'];
  /** The calls on an answer that is held back. */
  #held: (() => void)[] | undefined;
  #onFirst: (() => void) | undefined;
  #break: Break | undefined;
  #broken = false;
  #slow: SlowBody | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#writeHead = response.writeHead.bind(response);
    this.#write = response.write.bind(response);
    this.#end = response.end.bind(response);
    response.writeHead = (...args: Arguments) => {
      this.#say(() => void Reflect.apply(this.#writeHead, response, args));
      return response;
    };
    response.write = ((...args: Arguments) => {
      let wantsMore = false;
      this.#say(() => {
        wantsMore = this.#slow ? this.#pace(args, this.#slow, 'write') : this.#pass(args, this.#write);
      });
      return wantsMore;
    }) as ServerResponse['write'];
    response.end = ((...args: Arguments) => {
      this.#say(() => {
        if (this.#slow) this.#pace(args, this.#slow, 'end');
        else this.#pass(args, this.#end);
      });
      return response;
    }) as ServerResponse['end'];
  }

  /** Lets a number of bytes out and then cuts the connection, or goes silent. At none, not even the head goes out. */
  breakAt(place: Break): void {
    this.#break = place;
  }

  /** Lets the body out no faster than a slow line carries it. */
  slowDown(slow: SlowBody): void {
    this.#slow = slow;
  }

  /** Nobody is there any more. */
  stop(): void {
    this.#slow?.end();
  }

  /** Holds the answer back, and calls `onFirst` when the route begins to answer: its work is done by then. */
  hold(onFirst: () => void): void {
    this.#held = [];
    this.#onFirst = onFirst;
  }

  /** Writes the held back bytes. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const say of held) say();
    this.#response.emit('drain');
  }

  /** Answers something else instead of the held back and later bytes. */
  replace(status: number, headers: Readonly<Record<string, string>>, body: string): void {
    this.#held = [];
    const response = this.#response;
    for (const name of response.getHeaderNames()) {
      if (!name.startsWith('access-control-')) response.removeHeader(name);
    }
    const bytes = Buffer.from(body);
    this.bytes = bytes.length;
    this.body.add(bytes);
    this.status = status;
    this.#writeHead(status, { ...headers, 'content-length': String(bytes.length) });
    this.#end(bytes);
  }

  /** Passes on what the route writes: now, or later while the answer is held. */
  #say(say: () => void): void {
    const onFirst = this.#onFirst;
    this.#onFirst = undefined;
    if (this.#held) this.#held.push(say);
    else say();
    onFirst?.();
  }

  #pass(args: Arguments, pass: ServerResponse['write'] | ServerResponse['end']): boolean {
    if (this.#broken) return false;
    const [chunk, encoding] = args;
    const bytes = toBytes(chunk, encoding);
    const left = this.#break ? this.#break.afterBytes - this.bytes : Infinity;
    this.bytes += Math.min(bytes.length, left);
    this.body.add(bytes);
    if (bytes.length < left) {
      this.status = this.#response.statusCode;
      return Reflect.apply(pass, this.#response, args) === true;
    }
    this.#breakOff(bytes.subarray(0, left));
    return false;
  }

  #pace(args: Arguments, slow: SlowBody, how: 'write' | 'end'): boolean {
    const [chunk, encoding] = args;
    const told = args.find((arg) => typeof arg === 'function');
    slow.send(toBytes(chunk, encoding), (piece) => this.#pass([piece], this.#write));
    slow.then(() => {
      if (how === 'end') this.#pass([told], this.#end);
      else this.#response.emit('drain');
    });
    return false;
  }

  #breakOff(last: Uint8Array): void {
    this.#broken = true;
    const { socket, statusCode } = this.#response;
    const finish = () => {
      if (this.#break?.how === 'cut') socket?.destroy();
    };
    if (last.length === 0) {
      finish();
      return;
    }
    this.status = statusCode;
    this.#write(last, finish);
  }
}

function toBytes(chunk: unknown, encoding: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  const named = typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
  return typeof chunk === 'string' ? Buffer.from(chunk, named) : Buffer.alloc(0);
}
