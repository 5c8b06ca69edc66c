import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A multipart upload that is under way. */
interface Multipart {
  key: string;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}

/** A refusal of S3. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** The secret that the bucket's addresses are signed with. */
export const S3_SECRET = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+tests' };

/**
 * A bucket in memory that judges multipart uploads as S3 does: signatures and their end, part numbers, sizes, ETags and their
 * order. Its addresses are under `/bucket/`.
 */
export class S3Bucket {
  /** Bytes that every part but the last has at least. */
  minPartBytes = 5 * 1024 * 1024;
  /** Whether a page of another origin may read the ETag of a part. */
  exposesEtag = true;
  /** Milliseconds by which its clock is ahead: what was signed expires. */
  ahead = 0;
  completions = 0;
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, Multipart>();
  /** Refusals, as they were given. */
  readonly refused: string[] = [];
  /** The parts that came, by number, each time. */
  readonly received: number[] = [];
  #begun = 0;

  /** Begins an upload behind the scenes; its id. */
  begin(key: string): string {
    const id = `upload-${String(++this.#begun)}`;
    this.uploads.set(id, { key, parts: new Map() });
    return id;
  }

  hashOf(key: string): string | undefined {
    const bytes = this.objects.get(key);
    return bytes && createHash('sha256').update(bytes).digest('hex');
  }

  /** Forgets every upload that is under way; false, and nothing is forgotten, when there was none with a byte. */
  forget(): boolean {
    const had = [...this.uploads.values()].some(({ parts }) => parts.size > 0);
    if (had) this.uploads.clear();
    return had;
  }

  clear(): void {
    this.uploads.clear();
    this.objects.clear();
    this.received.length = this.refused.length = this.completions = this.ahead = 0;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', this.exposesEtag ? 'ETag' : '');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE');
      response.setHeader('access-control-allow-headers', '*');
      response.writeHead(200).end();
      return;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      if (!request.complete) return;
    } catch {
      return;
    }
    try {
      this.#serve(request, Buffer.concat(chunks), response);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused.push(error.code);
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code></Error>`;
      response.writeHead(error.status, { 'content-type': 'application/xml' }).end(xml);
    }
  }

  #serve(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? ''}`);
    this.#checkSignature(request.method ?? 'GET', url);
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\//, ''));
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = this.begin(key);
      response
        .writeHead(200)
        .end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      return;
    }
    const id = url.searchParams.get('uploadId');
    if (id === null) {
      const bytes = this.objects.get(key);
      if (bytes) response.writeHead(200, { 'content-length': bytes.length }).end();
      else response.writeHead(404).end();
      return;
    }
    const upload = this.uploads.get(id);
    if (!upload || upload.key !== key) throw new Refusal(404, 'NoSuchUpload');
    if (request.method === 'PUT')
      this.#store(upload, Number(url.searchParams.get('partNumber')), body, response);
    else if (request.method === 'GET')
      list(upload, Number(url.searchParams.get('part-number-marker')), response);
    else if (request.method === 'POST') this.#complete(id, upload, body.toString(), response);
    else {
      this.uploads.delete(id);
      response.writeHead(204).end();
    }
  }

  #store({ parts }: Multipart, number: number, bytes: Buffer, response: ServerResponse): void {
    if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new Refusal(400, 'InvalidArgument');
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    parts.set(number, { bytes, etag });
    this.received.push(number);
    response.writeHead(200, { etag }).end();
  }

  #complete(id: string, { key, parts }: Multipart, xml: string, response: ServerResponse): void {
    const named = [...xml.matchAll(/<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag><\/Part>/g)];
    if (named.length === 0) throw new Refusal(400, 'MalformedXML');
    const numbers = named.map(([, number]) => Number(number));
    if (numbers.some((number, at) => number <= (numbers[at - 1] ?? 0)))
      throw new Refusal(400, 'InvalidPartOrder');
    const chosen = named.map(([, number, etag = '']) => {
      const part = parts.get(Number(number));
      if (part?.etag !== etag.replaceAll('&quot;', '"')) throw new Refusal(400, 'InvalidPart');
      return part.bytes;
    });
    if (chosen.slice(0, -1).some(({ length }) => length < this.minPartBytes))
      throw new Refusal(400, 'EntityTooSmall');
    this.objects.set(key, Buffer.concat(chosen));
    this.uploads.delete(id);
    this.completions++;
    const result = `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(result);
  }

  /** As the documents of Signature Version 4 describe it, and apart from the code that signs. */
  #checkSignature(method: string, url: URL): void {
    const { searchParams: query, pathname, host } = url;
    const time = query.get('X-Amz-Date') ?? '';
    const [id, day = '', region = '', service = '', end = ''] = (query.get('X-Amz-Credential') ?? '').split(
      '/',
    );
    if (id !== S3_SECRET.accessKeyId || region !== S3_SECRET.region)
      throw new Refusal(403, 'InvalidAccessKeyId');
    const signed = Date.parse(
      time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    );
    if (!(Date.now() + this.ahead < signed + 1000 * Number(query.get('X-Amz-Expires'))))
      throw new Refusal(403, 'AccessDenied');
    const raw = url.search
      .slice(1)
      .split('&')
      .filter((pair) => !pair.startsWith('X-Amz-Signature='));
    const canonical = [
      method,
      pathname,
      raw.sort().join('&'),
      `host:${host}`,
      '',
      'host',
      'UNSIGNED-PAYLOAD',
    ];
    const digest = createHash('sha256').update(canonical.join('\n')).digest('hex');
    const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    let key: string | Buffer = `AWS4${S3_SECRET.secretAccessKey}`;
    for (const word of [day, region, service, end]) key = sign(key, word);
    const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, digest].join('\n');
    const wanted = sign(key, text);
    const said = Buffer.from(query.get('X-Amz-Signature') ?? '', 'hex');
    if (said.length !== wanted.length || !timingSafeEqual(said, wanted))
      throw new Refusal(403, 'SignatureDoesNotMatch');
  }
}

/** A page of ListParts. */
function list({ parts }: Multipart, after: number, response: ServerResponse): void {
  const rest = [...parts].filter(([number]) => number > after).sort(([one], [other]) => one - other);
  const page = rest.slice(0, 1_000).map(([number, { bytes, etag }]) => {
    const tag = etag.replaceAll('"', '&quot;');
    return `<Part><PartNumber>${String(number)}</PartNumber><ETag>${tag}</ETag><Size>${String(bytes.length)}</Size></Part>`;
  });
  const isTruncated = `<IsTruncated>${String(rest.length > 1_000)}</IsTruncated>`;
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<ListPartsResult>${isTruncated}${page.join('')}</ListPartsResult>`);
}
