import type { FakeService } from './uploader-service.ts';

/**
 * Puts a service in memory behind a page's XMLHttpRequest and fetch until `restore` is called, so that the element
 * runs with everything that a browser gives it but the wire itself.
 */
export function serve(service: FakeService, page: typeof globalThis = globalThis): { restore: () => void } {
  const { XMLHttpRequest: realXhr, fetch: realFetch } = page;
  class ServedXhr extends FakeXhr {
    readonly service = service;
  }
  Object.assign(page, {
    XMLHttpRequest: ServedXhr,
    fetch: (url: string, init?: RequestInit) => {
      const own = 'location' in page ? page.location.origin : undefined;
      return own !== undefined && new URL(url, own).origin === own
        ? realFetch.call(page, url, init)
        : Promise.resolve(service.get(url));
    },
  });
  return {
    restore: () => {
      Object.assign(page, { XMLHttpRequest: realXhr, fetch: realFetch });
    },
  };
}

/** As much of XMLHttpRequest as an upload uses. */
abstract class FakeXhr {
  abstract readonly service: FakeService;
  readonly upload: { onprogress?: (event: { loaded: number; lengthComputable: boolean }) => void } = {};
  onloadend: (() => void) | undefined;
  onload: (() => void) | undefined;
  onerror: (() => void) | undefined;
  status = 0;
  responseText = '';
  responseURL = '';
  readonly #sent = new Headers();
  #received = new Headers();
  #method = '';
  #url = '';
  #isOver = false;

  open(method: string, url: string): void {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#sent.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  getResponseHeader(name: string): string | null {
    return this.#received.get(name);
  }

  abort(): void {
    if (!this.#isOver) this.service.aborted += 1;
    this.#isOver = true;
    this.onloadend?.();
  }

  send(body: FormData | Blob | null): void {
    const file = body === null || 'size' in body ? body : body.get('file');
    const size = file === null || typeof file === 'string' ? 0 : file.size;
    const report = (loaded: number) => this.upload.onprogress?.({ loaded, lengthComputable: true });
    const isSilent = this.service.faults[0] === 'silence';
    if (isSilent) this.service.moveBytes = report;
    if (!isSilent) queueMicrotask(() => report(Math.floor(size / 2)));
    const answer =
      body === null || 'size' in body
        ? this.service.tus.answer(this.#method, this.#url, this.#sent, body)
        : this.service.post(this.#url, this.#sent, body);
    answer.then(
      async (response) => {
        this.status = response.status;
        this.#received = response.headers;
        this.responseURL = response.headers.get('x-came-from') ?? this.#url;
        this.responseText = await response.text();
        if (this.#isOver) return;
        report(size);
        this.#end(this.onload);
      },
      () => {
        this.#end(this.onerror);
      },
    );
  }

  #end(then: (() => void) | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    then?.();
    this.onloadend?.();
  }
}
