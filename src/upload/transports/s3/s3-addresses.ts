import { refusedAs, requestJson } from '../../../client/request.ts';
import type { Grant, MultipartAddresses } from '../../../core/wire/grant.ts';
import { isVhError, VhError } from '../../../core/errors/vh-error.ts';
import { readList, readRecord, readText } from '../../../core/wire/read-json.ts';
import { webAddress } from '../../../core/wire/web-address.ts';
import type { UploadEnvironment } from '../../ports/upload-environment.ts';

/** Part addresses that are asked for at once. */
const ADDRESSES_AT_ONCE = 100;
/** Many signed addresses are long. */
const MAX_ANSWER_BYTES = 2 ** 20;
const SINGLE = ['complete', 'abort', 'head'] as const;

/** The presigned addresses of one multipart upload: those of the grant, and those that the site's server makes later. */
export class S3Addresses {
  readonly #environment: UploadEnvironment;
  readonly #grant: Grant;
  /** By the part's index, from 0. */
  readonly #parts = new Map<number, string>();
  #lists: readonly string[] = [];
  #single: Pick<MultipartAddresses, (typeof SINGLE)[number]> = {};
  readonly #more: string | undefined;
  /** The request in flight for further addresses; one at a time. */
  #asking: Promise<void> = Promise.resolve();

  constructor(grant: Grant, environment: UploadEnvironment) {
    this.#grant = grant;
    this.#environment = environment;
    const more = readRecord(grant.multipart)?.['more'];
    this.#more = more === undefined || more === null ? undefined : readAddress(more);
    this.#take(grant.multipart, 0);
    if (this.#parts.size === 0 && this.#more === undefined) throw unfit('it has no part addresses');
  }

  /** Parts that the upload can have at most, as far as the grant limits them. */
  get maxParts(): number {
    return this.#more === undefined ? this.#parts.size : Infinity;
  }

  /** Pages of ListParts, each after a thousand parts more. */
  get lists(): readonly string[] {
    return this.#lists;
  }

  /** The address of an action; nothing where the site has given none. */
  of(action: (typeof SINGLE)[number]): string | undefined {
    return this.#single[action];
  }

  /** The address of a part, asked for where it is not at hand. */
  async ofPart(index: number, signal: AbortSignal): Promise<string> {
    const known = this.#parts.get(index);
    if (known !== undefined) return known;
    await this.#ask(index, signal);
    const address = this.#parts.get(index);
    if (address === undefined)
      throw new VhError('unexpected-answer', "The site's server has given no address for a part.");
    return address;
  }

  /** Has the site's server make new addresses, from that part on; false where it cannot be asked. */
  async renew(index: number, refused: string, signal: AbortSignal): Promise<boolean> {
    if (this.#more === undefined) return false;
    // Another part's request may have renewed it already.
    const isOld = () =>
      this.#parts.get(index) === refused || SINGLE.some((one) => this.#single[one] === refused);
    if (isOld() || this.#lists.includes(refused)) {
      this.#parts.clear();
      await this.#ask(index, signal);
    }
    return true;
  }

  async #ask(from: number, signal: AbortSignal): Promise<void> {
    const before = this.#asking;
    const asking = before
      .catch(() => {})
      .then(() => (this.#parts.has(from) ? undefined : this.#fetch(from, signal)));
    this.#asking = asking;
    await asking;
  }

  async #fetch(from: number, signal: AbortSignal): Promise<void> {
    if (this.#more === undefined) return;
    const { videoId, claim } = this.#grant;
    const answer = await requestJson(
      {
        url: this.#more,
        what: 'The request for further part addresses',
        method: 'POST',
        // The header has other origins ask first: no form of another site can post it.
        headers: { 'x-vh-request': '1' },
        body: { parts: { from: from + 1, count: ADDRESSES_AT_ONCE }, videoId, claim },
        maxBytes: MAX_ANSWER_BYTES,
        // The upload retries.
        retries: 0,
        signal,
      },
      this.#environment,
    )
      .catch((error: unknown) => {
        // Some browsers take an answer that was cut off in its head for a whole one.
        if (!isVhError(error, 'unexpected-answer')) throw error;
        throw new VhError('service-unavailable', error.message);
      })
      // The upload cannot go on, whoever of the two servers it was.
      .catch(refusedAs('upload-refused', 'request-refused'));
    this.#take(answer, from);
  }

  #take(value: unknown, first: number): void {
    const from = readRecord(value);
    if (!from) throw unfit('its multipart is not an object');
    for (const [at, address] of readList(from['parts']).entries())
      this.#parts.set(first + at, readAddress(address));
    const lists = from['list'];
    if (lists !== undefined) this.#lists = (Array.isArray(lists) ? lists : [lists]).map(readAddress);
    for (const name of SINGLE) {
      const address = from[name];
      if (address !== undefined && address !== null)
        this.#single = { ...this.#single, [name]: readAddress(address) };
    }
  }
}

function readAddress(value: unknown): string {
  const base = 'location' in globalThis ? location.href : undefined;
  const url = webAddress(readText(value) ?? '', base);
  if (!url) throw unfit('an address of its multipart is not an http address');
  return url.href;
}

function unfit(why: string): VhError {
  return new VhError('unexpected-answer', `The upload grant cannot be used: ${why}.`);
}
