import type { MultipartAddresses } from '../../../../src/core/wire/grant.ts';
import type { HttpSender, SendRequest } from '../../../../src/upload/ports/upload-environment.ts';

/** A part as the store has it. */
interface StoredPart {
  number: number;
  bytes: number;
}

const ORIGIN = 'https://bucket.example';
const MAX_PARTS = 10_000;
/** Parts on one page of ListParts, and pages. */
const PAGE = 1_000;
const PAGES = MAX_PARTS / PAGE;

/** A bucket in memory that keeps sizes and no bytes, and answers as S3 does. */
export class ManyPartsBucket {
  readonly url = `${ORIGIN}/film.mp4`;
  /** Bytes of each part by its number, in the order of their arrival. */
  readonly numbers = new Map<number, number>();
  puts = 0;
  inFlight = 0;
  mostInFlight = 0;
  pagesAsked = 0;
  /** The parts that the upload was completed with, as they were named. */
  completed: StoredPart[] | undefined;

  /** The addresses of a grant: parts are asked for by `more`. */
  get multipart(): MultipartAddresses {
    const of = (action: string) => `${this.url}?${action}`;
    const list = Array.from({ length: PAGES }, (_, page) => of(`list=${String(page * PAGE)}`));
    return { more: `${ORIGIN}/more`, list, complete: of('complete'), abort: of('abort'), head: of('head') };
  }

  readonly sender: HttpSender = { reportsProgress: true, send: (request) => this.#put(request) };

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    if (url.pathname === '/more') return this.#more(init);
    const { searchParams: query } = url;
    if (init.method === 'GET' && query.has('list')) return this.#list(Number(query.get('list')));
    if (init.method === 'POST') return this.#complete(init.body as Blob);
    return new Response(null, { status: 404 });
  };

  async #put({ url, body, onProgress, signal }: SendRequest): Promise<Response> {
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    // As a network does, in another turn.
    await new Promise((resolve) => setImmediate(resolve));
    this.inFlight--;
    signal.throwIfAborted();
    const bytes = body instanceof Blob ? body.size : 0;
    onProgress(bytes);
    this.puts++;
    const number = Number(new URL(url).searchParams.get('part'));
    this.numbers.set(number, bytes);
    return new Response(null, { status: 200, headers: { etag: etagOf(number) } });
  }

  #more({ body }: RequestInit): Response {
    const { parts } = JSON.parse(body as string) as { parts: { from: number; count: number } };
    const addresses = Array.from(
      { length: Math.min(parts.count, MAX_PARTS - parts.from + 1) },
      (_, at) => `${this.url}?part=${String(parts.from + at)}`,
    );
    return Response.json({ parts: addresses });
  }

  #list(after: number): Response {
    this.pagesAsked++;
    const numbers = [...this.numbers.keys()].sort((one, other) => one - other);
    const behind = numbers.filter((number) => number > after);
    const parts = behind.slice(0, PAGE).map((number) => {
      const about = `<PartNumber>${String(number)}</PartNumber><ETag>${etagOf(number)}</ETag>`;
      return `<Part>${about}<Size>${String(this.numbers.get(number))}</Size></Part>`;
    });
    const isCut = `<IsTruncated>${String(behind.length > PAGE)}</IsTruncated>`;
    return new Response(`<ListPartsResult>${isCut}${parts.join('')}</ListPartsResult>`);
  }

  async #complete(body: Blob): Promise<Response> {
    const text = await body.text();
    this.completed = [...text.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)].map(
      ([, number, etag]) => {
        const isOurs = etag?.replaceAll('&quot;', '"') === etagOf(Number(number));
        return { number: Number(number), bytes: isOurs ? (this.numbers.get(Number(number)) ?? 0) : 0 };
      },
    );
    return new Response('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
}

const etagOf = (number: number) => `"part-${String(number)}"`;
