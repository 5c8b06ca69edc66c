import type { MultipartAddresses } from '../../../../src/core/wire/grant.ts';
import { abortable } from '../../../../src/core/async/abortable.ts';
import { PageClock } from './page-clock.ts';

/** An answer of the service. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  text?: string;
}

/** A request as the service gets it. */
interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: Body;
}

type Body = FormData | Blob | ArrayBuffer | null;

/** One upload by tus: its bytes by offset. */
interface TusUpload {
  length: number;
  isPartial: boolean;
  chunks: Uint8Array[];
}

/** A browser opens no more connections to one server. */
const CONNECTIONS = 6;
const sizeOf = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, { length }) => sum + length, 0);

/**
 * A service on five wires in this page, on a clock that jumps over every wait for an answer that does not come. While it
 * `swallows`, the page never hears of an answer to a body that lies in a file, although the service has given it.
 */
export class PageService {
  readonly origin = 'https://service.example';
  /** Milliseconds of the clock that the service works on a body before it has stored it, and answers. */
  answerMs = 0;
  swallows = false;
  /** True for a service that cannot be asked for anything. */
  isDumb = false;
  /** True for a backend that says of its video that a byte of it is missing. */
  isCut = false;
  /** Stretches that came with a body, in order. */
  readonly sent: string[] = [];
  /** Questions for what is stored. */
  questions = 0;
  /** Bytes of bodies in memory that are on their way, and the most there ever were. */
  held = 0;
  mostHeld = 0;
  readonly clock = new PageClock(() => this.#busy > 0);
  readonly #videos = new Map<string, Map<number, Uint8Array>>();
  readonly #uploadIds = new Map<string, string>();
  readonly #tus: TusUpload[] = [];
  #session: Uint8Array[] = [];
  readonly #bucket = new Map<number, Uint8Array>();
  /** Requests that neither wait for the clock nor are over. */
  #busy = 0;
  #connections = 0;
  #waiting: (() => void)[] = [];

  /** How often the stretch was sent that was sent most often. */
  get mostSent(): number {
    return Math.max(...this.sent.map((stretch) => this.sent.filter((one) => one === stretch).length));
  }

  /** The bytes of each video. */
  get videos(): Uint8Array[] {
    return [...this.#videos.values()].map((parts) => {
      const inOrder = [...parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes);
      return join(inOrder);
    });
  }

  /** Serves a request when a connection is free, as a browser's network does. */
  async serve(asked: Asked, signal: AbortSignal, onSent = () => {}): Promise<Answer> {
    await this.#connect(signal);
    this.#busy++;
    let isBusy = true;
    const rest = () => {
      if (isBusy) this.#busy--;
      isBusy = false;
    };
    try {
      onSent();
      const hasBody = asked.body !== null;
      if (hasBody) this.sent.push(stretchOf(asked));
      if (!hasBody || this.answerMs === 0) return await this.#answer(asked);
      rest();
      // Whoever has sent it: what has arrived is stored.
      const answer = this.clock.sleep(this.answerMs).then(() => this.#answer(asked));
      return await abortable(answer, signal);
    } finally {
      rest();
      this.#connections--;
      for (const look of this.#waiting.splice(0)) look();
    }
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    const asked = { method: init.method ?? 'GET', url, headers: new Headers(init.headers) };
    const signal = init.signal ?? new AbortController().signal;
    const { status, headers = {}, text } = await this.serve({ ...asked, body: null }, signal);
    return new Response(text ?? null, { status, headers });
  };

  async #connect(signal: AbortSignal): Promise<void> {
    for (let turn = 0; this.#connections >= CONNECTIONS; turn++) {
      await abortable(new Promise<void>((resolve) => this.#waiting.push(resolve)), signal);
    }
    signal.throwIfAborted();
    this.#connections++;
  }

  async #answer(asked: Asked): Promise<Answer> {
    const { pathname } = asked.url;
    if (pathname === '/upload') return this.#part(asked);
    if (pathname.startsWith('/upload/')) return this.#status(pathname.slice('/upload/'.length));
    if (pathname.startsWith('/backend/')) return this.#backend();
    if (pathname.startsWith('/tus')) return this.#tusAnswer(asked);
    if (pathname.startsWith('/resumable')) return this.#resumable(asked);
    if (pathname.startsWith('/bucket')) return this.#bucketAnswer(asked);
    if (pathname === '/session') return this.#range(asked);
    if (pathname === '/object') return this.#object(asked);
    return { status: 200, text: '' };
  }

  async #part({ headers, body }: Asked): Promise<Answer> {
    const type = headers.get('content-type') ?? '';
    const form =
      body instanceof FormData
        ? body
        : await new Response(body, { headers: { 'content-type': type } }).formData();
    const file = form.get('file');
    const [, number = '', total = ''] = /^part (\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    if (!(file instanceof File)) return { status: 400 };
    const uploadId = headers.get('upload-id') ?? '';
    const named = form.get('videoId');
    const known = typeof named === 'string' ? named : this.#uploadIds.get(uploadId);
    const videoId = known ?? `vi${String(this.#videos.size + 1)}`;
    if (uploadId !== '') this.#uploadIds.set(uploadId, videoId);
    const parts = this.#videos.get(videoId) ?? new Map<number, Uint8Array>();
    this.#videos.set(videoId, parts);
    parts.set(Number(number), new Uint8Array(await file.arrayBuffer()));
    const title = parts.size === Number(total) ? { title: file.name } : {};
    return { status: 201, text: JSON.stringify({ videoId, ...title }) };
  }

  #status(videoId: string): Answer {
    this.questions++;
    if (this.isDumb) return { status: 404 };
    const parts = [...(this.#videos.get(videoId)?.keys() ?? [])];
    const status = { ingest: { receivedParts: { parts } }, encoding: { playable: true } };
    return { status: 200, text: JSON.stringify(status) };
  }

  /** What a page's own server says of the only video. */
  #backend(): Answer {
    this.questions++;
    const [bytes] = this.videos;
    const filesize = (bytes?.length ?? 0) - (this.isCut ? 1 : 0);
    const ingest = { status: bytes ? 'uploaded' : 'uploading', filesize };
    return { status: 200, text: JSON.stringify({ ingest, encoding: { playable: false } }) };
  }

  async #tusAnswer({ method, url, headers, body }: Asked): Promise<Answer> {
    const common = { 'tus-resumable': '1.0.0' };
    const at = Number(url.pathname.split('/')[2]);
    const upload = this.#tus[at];
    if (method === 'POST') {
      const concat = headers.get('upload-concat') ?? '';
      if (concat.startsWith('final;')) {
        const urls = concat.slice('final;'.length).split(' ');
        const pieces = urls.map((one) => join(this.#tus[Number(one.split('/').at(-1))]?.chunks ?? []));
        this.#videos.set(`vi${String(this.#videos.size + 1)}`, new Map(pieces.entries()));
        return { status: 201, headers: { ...common, 'location': '/tus/video', 'video-id': 'vi1' } };
      }
      this.#tus.push({
        length: Number(headers.get('upload-length')),
        isPartial: concat === 'partial',
        chunks: [],
      });
      return { status: 201, headers: { ...common, location: `/tus/${String(this.#tus.length - 1)}` } };
    }
    if (!upload) return { status: 404, headers: common };
    const offset = String(sizeOf(upload.chunks));
    if (method === 'HEAD') {
      this.questions++;
      return {
        status: 200,
        headers: { ...common, 'upload-offset': offset, 'upload-length': String(upload.length) },
      };
    }
    if (headers.get('upload-offset') !== offset) return { status: 409, headers: common };
    upload.chunks.push(await bytesOf(body));
    const isWhole = !upload.isPartial && sizeOf(upload.chunks) === upload.length;
    if (isWhole) this.#videos.set(`tus${String(at)}`, new Map([[1, join(upload.chunks)]]));
    return { status: 204, headers: { ...common, 'upload-offset': String(sizeOf(upload.chunks)) } };
  }

  async #range({ headers, body }: Asked): Promise<Answer> {
    const range = headers.get('content-range') ?? '';
    const total = Number(range.split('/')[1]);
    if (body === null) this.questions++;
    const from = Number(/^bytes (\d+)-/.exec(range)?.[1] ?? NaN);
    if (from === sizeOf(this.#session)) this.#session.push(await bytesOf(body));
    const size = sizeOf(this.#session);
    if (size < total)
      return { status: 308, headers: size > 0 ? { range: `bytes=0-${String(size - 1)}` } : {} };
    this.#videos.set('session', new Map([[1, join(this.#session)]]));
    return { status: 200 };
  }

  /** The addresses of twelve parts of a bucket. */
  get multipart(): MultipartAddresses {
    const of = (name: string) => `${this.origin}/bucket/${name}`;
    const parts = Array.from({ length: 12 }, (_, at) => of(String(at + 1)));
    return { parts, list: of('list'), complete: of('complete') };
  }

  async #bucketAnswer({ method, url, body }: Asked): Promise<Answer> {
    const parts = [...this.#bucket].sort(([one], [other]) => one - other);
    if (method === 'PUT') {
      const number = Number(url.pathname.split('/')[2]);
      this.#bucket.set(number, await bytesOf(body));
      return { status: 200, headers: { etag: `"${String(number)}"` } };
    }
    if (method === 'POST') {
      this.#videos.set('bucket', new Map([[1, join(parts.map(([, bytes]) => bytes))]]));
      return { status: 200, text: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
    }
    this.questions++;
    const named = parts.map(([number, { length }]) => {
      const about = `<PartNumber>${String(number)}</PartNumber><ETag>"${String(number)}"</ETag>`;
      return `<Part>${about}<Size>${String(length)}</Size></Part>`;
    });
    return { status: 200, text: `<ListPartsResult>${named.join('')}</ListPartsResult>` };
  }

  async #resumable({ method, headers, body }: Asked): Promise<Answer> {
    if (method === 'POST') {
      this.#session = [];
      return { status: 201, headers: { location: '/resumable/one' } };
    }
    if (method === 'HEAD') this.questions++;
    const isNext = headers.get('upload-offset') === String(sizeOf(this.#session));
    if (method === 'PATCH' && !isNext) return { status: 409 };
    if (method === 'PATCH') this.#session.push(await bytesOf(body));
    if (method === 'PATCH' && headers.get('upload-complete') === '?1')
      this.#videos.set('one', new Map([[1, join(this.#session)]]));
    const state = {
      'upload-offset': String(sizeOf(this.#session)),
      'upload-complete': this.#videos.has('one') ? '?1' : '?0',
    };
    return { status: 204, headers: state };
  }

  async #object({ body }: Asked): Promise<Answer> {
    this.#videos.set('object', new Map([[1, await bytesOf(body)]]));
    return { status: 200 };
  }
}

/** The place of a body in its file, as its wire says it. */
function stretchOf({ url, headers }: Pick<Asked, 'url' | 'headers'>): string {
  const offset = headers.get('upload-offset');
  const place = headers.get('content-range') ?? (offset === null ? 'the whole' : `from ${offset}`);
  return `${url.pathname} ${place}`;
}

async function bytesOf(body: Body): Promise<Uint8Array> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(sizeOf(chunks));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Puts the service behind this page's XMLHttpRequest until `restore` is called. */
export function serveXhr(service: PageService): { restore: () => void } {
  const { XMLHttpRequest: real } = window;
  class ServedXhr extends PageXhr {
    readonly service = service;
  }
  Object.assign(window, { XMLHttpRequest: ServedXhr });
  return {
    restore: () => {
      Object.assign(window, { XMLHttpRequest: real });
    },
  };
}

/** As much of XMLHttpRequest as an upload uses. */
abstract class PageXhr {
  abstract readonly service: PageService;
  readonly upload: { onprogress?: (event: { loaded: number; lengthComputable: boolean }) => void } = {};
  onloadend: (() => void) | undefined;
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  onprogress: ((event: { loaded: number }) => void) | undefined;
  status = 0;
  responseText = '';
  responseURL = '';
  readonly #headers = new Headers();
  readonly #aborting = new AbortController();
  #received: Record<string, string> = {};
  #method = '';
  #url = '';
  #isOver = false;

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return Object.entries(this.#received)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  }

  getResponseHeader(name: string): string | null {
    return new Headers(this.#received).get(name);
  }

  abort(): void {
    this.#aborting.abort();
    this.#end();
  }

  send(body: Body = null): void {
    void this.#send(body);
  }

  async #send(body: Body): Promise<void> {
    const { service } = this;
    const held = body instanceof ArrayBuffer ? body.byteLength : 0;
    service.held += held;
    service.mostHeld = Math.max(service.mostHeld, service.held);
    const asked = { method: this.#method, url: new URL(this.#url), headers: this.#headers, body };
    const report = (loaded: number) => this.upload.onprogress?.({ loaded, lengthComputable: true });
    const onSent = () => {
      if (body === null) return;
      report(Math.floor(sizeOfBody(body) / 2));
      report(sizeOfBody(body));
    };
    try {
      const { status, headers = {}, text = '' } = await service.serve(asked, this.#aborting.signal, onSent);
      // The fault of a browser: the answer is there, and the page does not hear of it.
      if (service.swallows && (body instanceof Blob || body instanceof FormData)) return;
      if (this.#isOver) return;
      Object.assign(this, { status, responseText: text, responseURL: this.#url });
      this.#received = headers;
      this.onload?.();
      this.#end();
    } catch {
      if (!this.#isOver) this.onerror?.();
      this.#end();
    } finally {
      service.held -= held;
    }
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onloadend?.();
  }
}

/** A form is a little larger than the file in it. */
function sizeOfBody(body: NonNullable<Body>): number {
  if (body instanceof ArrayBuffer) return body.byteLength;
  if (body instanceof Blob) return body.size;
  const file = body.get('file');
  return 200 + (file instanceof Blob ? file.size : 0);
}
