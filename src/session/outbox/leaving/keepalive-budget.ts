/** Browsers refuse more than 64 KiB in all that a page leaves to them. Some of it is left for headers. */
export const KEEPALIVE_BYTES = 60 * 1024;
/** During the visit, a delivery takes a small part of it, so that a sudden end finds enough. */
const VISIT_BYTES = 12 * 1024;

/** The bytes that this page has asked the browser to deliver without it: one budget for all its players. */
export class KeepaliveBudget {
  #used = 0;

  get left(): number {
    return KEEPALIVE_BYTES - this.#used;
  }

  /** True while a delivery of this size may take part of it during the visit. */
  suits(bytes: number): boolean {
    return this.#used + bytes <= VISIT_BYTES;
  }

  /** Takes bytes until the returned function is called. */
  take(bytes: number): () => void {
    this.#used += bytes;
    return () => {
      this.#used -= bytes;
      bytes = 0;
    };
  }
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
