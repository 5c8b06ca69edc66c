import type { Grant, MultipartAddresses } from '../../core/wire/grant.ts';
import { VhError } from '../../core/errors/vh-error.ts';
import { presign, type S3Credentials } from './presign.ts';

const MIB = 1024 * 1024;
/** S3 takes no more; every part but the last has 5 MiB at least. */
const USUAL_PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
const PARTS_ON_PAGE = 1_000;
/** Addresses in a grant; further ones are asked for. */
const FIRST_PARTS = 20;
/** Addresses in one answer. */
const MOST_PARTS = 100;
const TTL_SECONDS = 60 * 60;

/** Settings of an `S3Uploads`. */
export interface S3UploadsOptions extends S3Credentials {
  /** The bucket's address: `https://films.s3.eu-central-1.amazonaws.com`, or `https://store.example/films`. */
  bucket: string;
  /** Bytes of each part but the last: 5 MiB at least. By default 8 MiB, or what keeps a file within 10,000 parts. */
  partSize?: number | undefined;
  /** Seconds that an address is good for; an hour by default. The uploader has new ones made. */
  ttl?: number | undefined;
  /** For tests. */
  fetch?: typeof globalThis.fetch | undefined;
  now?: (() => number) | undefined;
}

/** One upload into a bucket, as the site keeps it until it has ended. */
export interface S3Upload {
  /** The object's key. */
  key: string;
  /** The store's id of the multipart upload. */
  uploadId: string;
  /** Bytes of the file. */
  size: number;
}

/**
 * Makes grants for uploads straight into an S3 bucket, without an SDK: it signs addresses, and no byte of a film passes the
 * site's server. The site decides who may upload, keeps each `S3Upload`, and checks the object before it uses it.
 */
export class S3Uploads {
  readonly #options: S3UploadsOptions;
  readonly #bucket: string;

  constructor(options: S3UploadsOptions) {
    this.#options = options;
    this.#bucket = options.bucket.replace(/\/+$/, '');
  }

  /** Begins a multipart upload at the store. Throws a VhError where the store refuses. */
  async begin(key: string, size: number): Promise<S3Upload> {
    const { fetch = globalThis.fetch } = this.#options;
    const answer = await fetch(await this.#sign('POST', key, { uploads: '' }), { method: 'POST' });
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1];
    if (!answer.ok || uploadId === undefined)
      throw new VhError('service-unavailable', `The store began no upload (${String(answer.status)}).`);
    return { key, uploadId: uploadId.replaceAll('&amp;', '&'), size };
  }

  /** A grant for an upload: the first one, and each later one. `more` is the address at which the site answers with `addresses`. */
  async grant(upload: S3Upload, given: Pick<Grant, 'videoId' | 'claim'> & { more: string }): Promise<Grant> {
    const { more, ...rest } = given;
    const partBytes = this.#partBytes(upload.size);
    return {
      ...rest,
      protocol: 's3',
      url: this.#address(upload.key).href,
      partSize: { min: partBytes, max: partBytes },
      multipart: { more, ...(await this.addresses(upload, { from: 1, count: FIRST_PARTS })) },
    };
  }

  /** The addresses of some parts, from 1 on, and those of the whole upload. */
  async addresses(
    upload: S3Upload,
    { from, count }: { from: number; count: number },
  ): Promise<MultipartAddresses> {
    const { key, uploadId, size } = upload;
    const total = Math.max(1, Math.ceil(size / this.#partBytes(size)));
    const first = Math.max(1, Math.floor(from) || 1);
    const last = Math.min(total, first + Math.min(MOST_PARTS, Math.max(0, Math.floor(count) || 0)) - 1);
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => String(first + at));
    const pages = Array.from({ length: Math.ceil(total / PARTS_ON_PAGE) }, (_, at) =>
      String(at * PARTS_ON_PAGE),
    );
    const [parts, list, complete, abort, head] = await Promise.all([
      Promise.all(numbers.map((partNumber) => this.#sign('PUT', key, { partNumber, uploadId }))),
      Promise.all(pages.map((after) => this.#sign('GET', key, { 'part-number-marker': after, uploadId }))),
      this.#sign('POST', key, { uploadId }),
      this.#sign('DELETE', key, { uploadId }),
      this.#sign('HEAD', key, {}),
    ]);
    return { parts, list, complete, abort, head };
  }

  /** One size for all, as some stores want it. */
  #partBytes(size: number): number {
    return Math.max(this.#options.partSize ?? USUAL_PART_BYTES, Math.ceil(size / MAX_PARTS));
  }

  #address(key: string): URL {
    return new URL(`${this.#bucket}/${key.split('/').map(encodeURIComponent).join('/')}`);
  }

  #sign(method: string, key: string, query: Readonly<Record<string, string>>): Promise<string> {
    const { ttl = TTL_SECONDS, now = Date.now } = this.#options;
    const url = this.#address(key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return presign({ method, url, seconds: ttl, now: now() }, this.#options);
  }
}
