import { problem } from './uploader-problem.ts';

/** What goes wrong with one request. */
export type TusFault =
  /** The connection breaks before the server has seen anything. */
  | 'reset'
  /** The server has done its part, and its answer gets lost. */
  | 'lost-answer'
  /** Only some bytes arrive before the connection breaks. */
  | { arrived: number }
  /** The server answers this, and does nothing. */
  | { status: number }
  /** Another server, to which the browser was redirected, answers with success. */
  | { redirectedTo: string };

/** One upload of a tus server, in memory, with faults in the order in which they are to come. */
export class FakeTus {
  readonly seen: { method: string; url: URL; headers: Headers }[] = [];
  readonly tokens = new Set(['good']);
  readonly faults: (TusFault | undefined)[] = [];
  /** Where the upload is said to be; relative to the endpoint. */
  location = '/upload/tus/one';
  /** False for a server that speaks tus and knows of no videos. */
  namesVideo = true;
  bytes: Uint8Array = new Uint8Array();
  uploads = 0;
  #length = 0;

  async answer(method: string, address: string, headers: Headers, body: Blob | null): Promise<Response> {
    const url = new URL(address);
    this.seen.push({ method, url, headers });
    const fault = this.faults.shift();
    if (fault === 'reset') throw new TypeError('reset');
    if (typeof fault === 'object' && 'status' in fault) return problem(fault.status);
    if (typeof fault === 'object' && 'redirectedTo' in fault) {
      const offset = String(body?.size ?? 0);
      return respond(204, { 'upload-offset': offset, 'x-came-from': fault.redirectedTo });
    }
    if (!this.tokens.has(headers.get('authorization')?.replace('Bearer ', '') ?? '')) {
      return problem(401, 'authentication-invalid-upload-token');
    }
    if (typeof fault === 'object') {
      await this.#append(body?.slice(0, fault.arrived) ?? new Blob());
      throw new TypeError('cut');
    }
    const answer = await this.#do(method, url, headers, body);
    if (fault === 'lost-answer') throw new TypeError('lost');
    return answer;
  }

  async #do(method: string, url: URL, headers: Headers, body: Blob | null): Promise<Response> {
    if (method === 'POST') {
      this.uploads++;
      this.bytes = new Uint8Array();
      this.#length = Number(headers.get('upload-length'));
      const named: Record<string, string> = this.namesVideo ? { 'video-id': 'viTus' } : {};
      return respond(201, { location: new URL(this.location, url).href, ...named });
    }
    const offset = String(this.bytes.length);
    if (method === 'HEAD')
      return respond(200, { 'upload-offset': offset, 'upload-length': String(this.#length) });
    if (method === 'DELETE') return respond(204, {});
    if (headers.get('upload-offset') !== offset) return problem(409);
    await this.#append(body ?? new Blob());
    return respond(204, { 'upload-offset': String(this.bytes.length) });
  }

  async #append(body: Blob): Promise<void> {
    this.bytes = Uint8Array.from([...this.bytes, ...new Uint8Array(await body.arrayBuffer())]);
  }
}

function respond(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { 'tus-resumable': '1.0.0', ...headers } });
}
