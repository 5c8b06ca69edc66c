import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Uploads, type S3Upload } from '../../../../src/backend/s3/s3-uploads.ts';
import type { Grant } from '../../../../src/core/wire/grant.ts';
import { S3_SECRET, S3Bucket } from './s3-bucket.ts';

/** What a grant of the site is for. */
interface Asked {
  key: string;
  size: number;
  partSize: number;
  /** Seconds that its addresses are good for. */
  ttl: number;
  /** A new upload, or the one that is under way. */
  isNew: boolean;
  /** Whether further addresses can be asked for. */
  hasMore: boolean;
}

/** A site whose visitors upload straight into a bucket: `/bucket/KEY`, and `/more/KEY` for further addresses. */
export class S3Site {
  readonly bucket = new S3Bucket();
  /** By the object's key. */
  readonly #uploads = new Map<string, { upload: S3Upload; asked: Asked }>();

  static serves({ url }: IncomingMessage): boolean {
    return /^\/(?:bucket|more)\//.test(url ?? '');
  }

  clear(): void {
    this.bucket.clear();
    this.bucket.minPartBytes = 1;
    this.#uploads.clear();
  }

  /** A grant for addresses that begin with `origin`. */
  async grant(origin: string, asked: Asked): Promise<Grant> {
    const { key, size, isNew, hasMore } = asked;
    const known = isNew ? undefined : this.#uploads.get(key);
    const upload = known?.upload ?? { key, size, uploadId: this.bucket.begin(key) };
    this.#uploads.set(key, { upload, asked });
    const signer = signerOf(origin, asked);
    const grant = await signer.grant(upload, { more: `${origin}/more/${key}` });
    // The first ones only where there are more; otherwise all of them.
    const count = hasMore ? 2 : Math.ceil(size / asked.partSize);
    const { parts } = await signer.addresses(upload, { from: 1, count });
    const { more, ...rest } = { ...grant.multipart, parts };
    return { ...grant, multipart: hasMore ? { ...rest, more } : rest };
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/more/')) return this.bucket.handle(request, response);
    let text = '';
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
    } catch {
      return;
    }
    if (!request.complete) return;
    const { parts } = JSON.parse(text) as { parts: { from: number; count: number } };
    const known = this.#uploads.get(decodeURIComponent(request.url.slice('/more/'.length)));
    if (!known) {
      response.writeHead(404).end();
      return;
    }
    const signer = signerOf(`http://${request.headers.host ?? ''}`, known.asked);
    const answer = JSON.stringify(await signer.addresses(known.upload, { ...parts, count: 3 }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  }
}

function signerOf(origin: string, { partSize, ttl }: Asked): S3Uploads {
  return new S3Uploads({ ...S3_SECRET, bucket: `${origin}/bucket`, partSize, ttl });
}
