import { VhError } from '../../../src/core/errors/vh-error.ts';
import { abortable } from '../../../src/core/async/abortable.ts';
import type { SendRequest } from '../../../src/upload/ports/upload-environment.ts';

/** One request as the service got it. */
export interface AskedIetf {
  method: string;
  path: string;
  headers: Headers;
  /** Bytes of the body. */
  size: number;
}

/** Instead of the right answer: another one, a connection that breaks before the request arrives, or after it was served. */
export type IetfFault = 'reset' | 'lost-answer' | Response | undefined;

const TYPES = 'https://iana.org/assignments/http-problem-types#';

/** Resumable uploads in memory, which refuses whatever the draft forbids. It answers for `sender.send` and for `fetch`. */
export class IetfService {
  readonly url = 'https://service.example/upload';
  readonly asked: AskedIetf[] = [];
  /** For the requests in order; `undefined` where the right answer is given. */
  readonly faults: IetfFault[] = [];
  limits = '';
  /** Headers that pages of other origins do not see. */
  hidden: readonly string[] = [];
  /** The answer to the last byte. */
  finalAnswer = () => new Response(JSON.stringify({ videoId: 'vi1', title: 'Film' }), { status: 201 });
  /** A proxy refuses larger bodies. */
  mostBytes = Infinity;
  /** Called with each request, and its number from 1, before it is answered. */
  onAsked: (nth: number) => void = () => {};
  /** Names what is against the draft. */
  readonly violations: string[] = [];
  #bytes: number[] = [];
  #length = 0;
  #isMade = false;
  #isComplete = false;

  /** The stored file; nothing before the client has said that it is whole. */
  get file(): number[] | undefined {
    return this.#isComplete ? this.#bytes : undefined;
  }

  forget(): void {
    this.#isMade = this.#isComplete = false;
    this.#bytes = [];
  }

  readonly send = ({ method, url, headers, body, signal, onProgress }: SendRequest): Promise<Response> => {
    const work = async () => {
      const bytes = body instanceof Blob ? [...new Uint8Array(await body.arrayBuffer())] : [];
      if (bytes.length > 0) onProgress(bytes.length);
      try {
        return this.#serve(method, url, new Headers(headers), bytes);
      } catch {
        throw new VhError('network', 'The upload could not reach the server.');
      }
    };
    return abortable(work(), signal);
  };

  readonly fetch = (url: string, init: RequestInit = {}): Promise<Response> =>
    Promise.resolve().then(() => this.#serve(init.method ?? 'GET', url, new Headers(init.headers), []));

  #serve(method: string, address: string, headers: Headers, bytes: number[]): Response {
    const { pathname: path } = new URL(address);
    // Questions of others, such as whether the video is playable.
    if (!path.startsWith('/upload') || method === 'GET') return new Response(null, { status: 404 });
    this.asked.push({ method, path, headers, size: bytes.length });
    this.onAsked(this.asked.length);
    const fault = this.faults.shift();
    if (bytes.length > this.mostBytes) return new Response(null, { status: 413 });
    if (fault === 'reset') throw new TypeError('reset');
    if (fault instanceof Response) return this.#seen(fault);
    const answer = this.#answer(method, headers, bytes);
    if (fault === 'lost-answer') throw new TypeError('lost');
    return this.#seen(answer);
  }

  /** The answer, without what is hidden from a page. */
  #seen(answer: Response): Response {
    for (const name of this.hidden) answer.headers.delete(name);
    return answer;
  }

  #answer(method: string, headers: Headers, bytes: number[]): Response {
    const complete = headers.get('upload-complete');
    const state = (): Record<string, string> => ({
      'upload-offset': String(this.#bytes.length),
      'upload-complete': this.#isComplete ? '?1' : '?0',
      ...(this.limits === '' ? {} : { 'upload-limit': this.limits }),
    });
    if (method === 'POST') {
      if (complete !== '?0') this.violations.push('a creation without bytes that is complete');
      this.forget();
      this.#isMade = true;
      this.#length = Number(headers.get('upload-length'));
      return new Response(null, { status: 201, headers: { location: '/upload/one', ...state() } });
    }
    if (!this.#isMade) return new Response(null, { status: 404 });
    if (method === 'HEAD') return new Response(null, { status: 204, headers: state() });
    if (method === 'DELETE') {
      this.forget();
      return new Response(null, { status: 204 });
    }
    return this.#append(headers, bytes, complete, state);
  }

  #append(
    headers: Headers,
    bytes: number[],
    complete: string | null,
    state: () => Record<string, string>,
  ): Response {
    if (headers.get('content-type') !== 'application/partial-upload')
      this.violations.push('another media type');
    if (complete === null) this.violations.push('no word of the end');
    const limit = (name: string) => new RegExp(`${name}=(\\d+)`).exec(this.limits)?.[1];
    if (bytes.length > Number(limit('max-append-size') ?? Infinity)) this.violations.push('too many bytes');
    if (complete !== '?1' && bytes.length < Number(limit('min-append-size') ?? 0))
      this.violations.push('too few bytes');
    if (this.#isComplete) return problem(400, 'completed-upload');
    if (headers.get('upload-offset') !== String(this.#bytes.length))
      return problem(409, 'mismatching-upload-offset', state());
    this.#bytes.push(...bytes);
    if (complete !== '?1') return new Response(null, { status: 204, headers: { 'upload-complete': '?0' } });
    if (this.#bytes.length !== this.#length) return problem(400, 'inconsistent-upload-length');
    const answer = this.finalAnswer();
    this.#isComplete = true;
    answer.headers.set('upload-complete', '?1');
    return answer;
  }
}

function problem(status: number, name: string, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify({ type: TYPES + name }), { status, headers: { ...headers, ...type } });
}
