import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { keptInBrowser } from './stored-in-browser.ts';
import { complaintsOf } from './page-complaints.ts';

declare global {
  interface Window {
    uploaderEvents: { type: string; videoId: string | undefined; code: string | undefined }[];
    reportViolation: (text: string) => void;
  }
}

const ELEMENTS = 'vh-uploader:defined, vh-player:defined';

/** The demo's page in a browser, with a record of all its bytes from the network. */
export class DemoPage {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #requests: Request[] = [];
  readonly #bodies: Promise<string>[] = [];
  /** Directives of the content security policy that were broken. */
  readonly violations: string[] = [];
  /** What the console called an error. */
  readonly errors: string[];

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    page.on('request', (request) => this.#requests.push(request));
    page.on('response', (response) => {
      if (/json|html|javascript|css|mpegurl/.test(response.headers()['content-type'] ?? '')) {
        this.#bodies.push(response.text().catch(() => ''));
      }
    });
    this.errors = complaintsOf(page);
  }

  /** Opens a page of the demo and waits until its elements are there, or what `selector` finds. */
  static async open(browser: Browser, url: string, selector = ELEMENTS): Promise<DemoPage> {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    const demo = new DemoPage(context, page);
    await page.exposeFunction('reportViolation', (directive: string) => demo.violations.push(directive));
    await page.addInitScript(() => {
      // Written down from the start: a small file is through before a test could begin to listen.
      window.uploaderEvents = [];
      for (const type of ['vh-upload-done', 'vh-error']) {
        const note = (event: Event & { video?: { videoId: string }; code?: string }) =>
          window.uploaderEvents.push({ type, videoId: event.video?.videoId, code: event.code });
        window.addEventListener(type, note, true);
      }
      document.addEventListener('securitypolicyviolation', (event) => {
        window.reportViolation(`${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await page.goto(url);
    await page.locator(selector).first().waitFor();
    return demo;
  }

  /** Chooses a file as a visitor would, through the uploader's own input. */
  async chooseFile(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('vh-uploader input[type=file]').setInputFiles(file);
  }

  /** The video's id, once every byte is stored. Rejects if the uploader reports an error instead. */
  async uploadDone(): Promise<string> {
    return this.#uploaderEvent('vh-upload-done', 'videoId');
  }

  /** The error's code, once the uploader reports one. */
  async uploadFails(): Promise<string> {
    return this.#uploaderEvent('vh-error', 'code');
  }

  async #uploaderEvent(wanted: string, field: 'videoId' | 'code'): Promise<string> {
    const handle = await this.page.waitForFunction(() => window.uploaderEvents.at(-1), undefined, {
      timeout: 90_000,
    });
    const seen = await handle.jsonValue();
    assert.ok(seen);
    assert.equal(seen.type, wanted, `the uploader says ${JSON.stringify(seen)}`);
    return seen[field] ?? '';
  }

  /** Waits until the page's player has taken up this video. */
  async playerShows(videoId: string): Promise<void> {
    await this.page.locator(`vh-player[video-id="${videoId}"]`).waitFor({ timeout: 60_000 });
  }

  /** Presses the player's big button. */
  async pressPlay(): Promise<void> {
    await this.page.locator('vh-player').getByRole('button', { name: /play/i }).first().click();
  }

  /** Waits until the picture has moved, by frames shown and by time. */
  async framesAdvance(): Promise<void> {
    await this.page.waitForFunction(() => {
      const media = document.querySelector<HTMLElement & { media: HTMLVideoElement }>('vh-player')?.media;
      return media && media.currentTime > 0.5 && media.getVideoPlaybackQuality().totalVideoFrames > 10;
    });
  }

  /** Waits until the page shows an event of this type that came back from the service. */
  async eventsArrive(type: string): Promise<void> {
    await this.page
      .locator('#events td', { hasText: new RegExp(`^${type}$`) })
      .first()
      .waitFor();
  }

  /** The Content-Range of each part that was sent. */
  parts(): string[] {
    return this.#uploads().map((request) => request.headers()['content-range'] ?? '');
  }

  /** The token that the upload went with. */
  uploadToken(): string | undefined {
    const [upload] = this.#uploads();
    return upload && (new URL(upload.url()).searchParams.get('token') ?? undefined);
  }

  #uploads(): Request[] {
    return this.#requests.filter(
      (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/upload',
    );
  }

  /** Everything that reached the browser or left it, and everything that it keeps. */
  async everythingSeen(): Promise<string> {
    const sent = this.#requests.map((request) =>
      [request.url(), JSON.stringify(request.headers()), textBody(request)].join('\n'),
    );
    return [...sent, ...(await Promise.all(this.#bodies)), await keptInBrowser(this.page)].join('\n');
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** A request's body where it is words; a part of a video is not searched. */
function textBody(request: Request): string {
  const body = request.postDataBuffer();
  return body && body.byteLength < 100_000 ? body.toString('utf8') : '';
}
