import type { FakeService } from './uploader-service.ts';

/**
 * Puts a service in memory behind a page's XMLHttpRequest and fetch until `restore` is called, so that the element
 * runs with everything that a browser gives it but the wire itself.
 */
export function serve(
  service: FakeService,
  page: Window & typeof globalThis = window,
): { restore: () => void } {
  const { XMLHttpRequest: realXhr, fetch: realFetch } = page;
  class ServedXhr extends FakeXhr {
    readonly service = service;
  }
  Object.assign(page, {
    XMLHttpRequest: ServedXhr,
    fetch: (url: string, init?: RequestInit) => {
      const { origin } = new URL(url, location.href);
      return origin === location.origin ? realFetch.call(page, url, init) : Promise.resolve(service.get(url));
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
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onloadend: (() => void) | undefined;
  status = 0;
  responseText = '';
  responseURL = '';
  readonly #sent = new Headers();
  #received = new Headers();
  #url = '';
  #isOver = false;

  open(_method: string, url: string): void {
    this.#url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.#sent.set(name, value);
  }

  getAllResponseHeaders(): string {
    return [...this.#received].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  abort(): void {
    this.#end();
  }

  send(form: FormData): void {
    const file = form.get('file');
    const size = file === null || typeof file === 'string' ? 0 : file.size;
    queueMicrotask(() => this.upload.onprogress?.({ loaded: Math.floor(size / 2) }));
    this.service.post(this.#url, this.#sent, form).then(
      async (response) => {
        this.status = response.status;
        this.#received = response.headers;
        this.responseURL = this.#url;
        this.responseText = await response.text();
        if (!this.#isOver) this.upload.onprogress?.({ loaded: size + 200 });
        this.#end();
      },
      () => {
        this.#end();
      },
    );
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onloadend?.();
  }
}
