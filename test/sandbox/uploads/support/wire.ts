import { createHash } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where a sandbox is, and what opens it. */
export interface Place {
  url: string;
  authorization: string;
}

/** A request's answer. */
export interface Answer {
  status: number;
  body: unknown;
}

/** One file of a form, streamed. */
export interface Upload {
  headers: Record<string, string>;
  fields: Record<string, string>;
  size: number;
  bytes: Iterable<Buffer>;
  /** Gets the number of bytes that were handed to the network. */
  onSent: (bytes: number) => void;
}

const BOUNDARY = 'a-boundary-of-the-load-test';

/** A client of many requests at once that keeps none of their bytes. */
export class Wire {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  /** Asks without a body, or with JSON. */
  async ask(place: Place, method: string, path: string, json?: unknown): Promise<Answer> {
    const body = json === undefined ? '' : JSON.stringify(json);
    const { authorization } = place;
    const outgoing = this.#open(place, method, path, { authorization, 'content-type': 'application/json' });
    const answer = answerOf(outgoing);
    outgoing.end(body);
    return readJson(await answer);
  }

  /** Sends a form with one file. */
  async upload(
    place: Place,
    path: string,
    { headers, fields, size, bytes, onSent }: Upload,
  ): Promise<Answer> {
    const before = Buffer.from(
      Object.entries(fields)
        .map(
          ([name, value]) =>
            `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        )
        .join('') +
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n` +
        'content-type: video/mp4\r\n\r\n',
    );
    const after = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    const outgoing = this.#open(place, 'POST', path, {
      ...headers,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(before.length + size + after.length),
    });
    function* body() {
      yield before;
      for (const chunk of bytes) {
        onSent(chunk.length);
        yield chunk;
      }
      yield after;
    }
    const answer = answerOf(outgoing);
    // Both fail when the connection is cut; the caller sees the answer's failure.
    answer.catch(() => undefined);
    await pipeline(Readable.from(body()), outgoing);
    return readJson(await answer);
  }

  /** SHA-256 of what an address serves, and nothing where it serves none. */
  async hashOf(place: Place, path: string): Promise<string | undefined> {
    const outgoing = this.#open(place, 'GET', path, { authorization: place.authorization });
    const answer = answerOf(outgoing);
    outgoing.end();
    const incoming = await answer;
    const hash = createHash('sha256');
    for await (const chunk of incoming as AsyncIterable<Buffer>) hash.update(chunk);
    return incoming.statusCode === 200 ? hash.digest('hex') : undefined;
  }

  close(): void {
    this.#agent.destroy();
  }

  #open(place: Place, method: string, path: string, headers: Record<string, string>) {
    return request(new URL(path, place.url), { method, headers, agent: this.#agent });
  }
}

function answerOf(outgoing: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
  });
}

async function readJson(incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: incoming.statusCode ?? 0, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
