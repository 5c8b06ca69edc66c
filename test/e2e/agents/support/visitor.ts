import type { Browser, BrowserContext, Locator, Page, Request, Response } from 'playwright';
import { complaintsOf } from '../../support/page-complaints.ts';
import { holds } from './task-fault.ts';

/** Who comes, and with which browser. */
export interface VisitorOptions {
  /** Signs in under this name. */
  name?: string;
  locale?: string;
}

/** A visitor of a result's site, and what their browser was told. */
export class Visitor {
  readonly page: Page;
  /** What the page complains of on its console. */
  readonly complaints: readonly string[];
  /** Each address that the browser has asked for. */
  readonly asked: string[] = [];
  readonly #origin: string;
  readonly #context: BrowserContext;
  readonly #heard: Promise<string>[] = [];

  private constructor(origin: string, context: BrowserContext, page: Page) {
    this.#origin = origin;
    this.#context = context;
    this.page = page;
    this.complaints = complaintsOf(page, { missingFiles: false });
    context.on('request', (request) => this.#note(request));
    context.on('response', (response) => this.#heard.push(textOf(response)));
  }

  static async come(
    browser: Browser,
    origin: string,
    { name, locale = 'en-US' }: VisitorOptions,
  ): Promise<Visitor> {
    const context = await browser.newContext({ locale, viewport: { width: 1000, height: 800 } });
    const visitor = new Visitor(origin, context, await context.newPage());
    if (name !== undefined) {
      const answer = await context.request.post(`${origin}/sign-in`, { form: { name }, maxRedirects: 0 });
      holds(answer.status() < 400, `people sign in by POST /sign-in: it answers ${answer.status()}`);
    }
    return visitor;
  }

  /** Opens a page of the site, which has to be there. */
  async open(place: string): Promise<Response> {
    const response = await this.page.goto(new URL(place, this.#origin).href);
    holds(response !== null && response.ok(), `${place} is a page`);
    return response;
  }

  /** Asks the site without a page, as this visitor. */
  async ask(method: string, place: string): Promise<{ status: number; text: string }> {
    const address = new URL(place, this.#origin).href;
    const answer = await this.#context.request.fetch(address, { method, maxRedirects: 0 });
    return { status: answer.status(), text: await answer.text() };
  }

  /** The first field for files on the page, wherever it lies. */
  get files(): Locator {
    return this.page.locator('input[type=file]').first();
  }

  get player(): Locator {
    return this.page.locator('vh-player').first();
  }

  /** Presses the player's Play button; what stands in another language has the part's name. */
  async play(): Promise<void> {
    await this.player.locator('[part~="play-button"]').first().click();
  }

  /** Where the player is in its film, in seconds. */
  async time(): Promise<number> {
    return this.page.evaluate(() => document.querySelector('vh-player')?.currentTime ?? 0);
  }

  /** Holds the film at a place, in seconds. */
  async holdAt(seconds: number): Promise<void> {
    await this.page.evaluate((place) => {
      const player = document.querySelector('vh-player');
      player?.pause();
      if (player) player.currentTime = place;
    }, seconds);
    await this.page.waitForFunction((place) => {
      const media = document.querySelector('vh-player')?.media;
      return media?.paused === true && !media.seeking && Math.abs(media.currentTime - place) < 0.5;
    }, seconds);
  }

  /** True where a secret went to or came from the browser in a page, a script, an answer or a request. */
  async learnt(secret: string): Promise<boolean> {
    const encoded = Buffer.from(`${secret}:`).toString('base64');
    const texts = [...this.asked, ...(await Promise.all(this.#heard))];
    return texts.some((text) => text.includes(secret) || text.includes(encoded));
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  #note(request: Request): void {
    this.asked.push(`${request.method()} ${request.url()}`);
    this.#heard.push(
      request.allHeaders().then(
        (headers) => JSON.stringify(headers),
        () => '',
      ),
    );
  }
}

/** The text of an answer; nothing of media, which are large and hold no words. */
async function textOf(response: Response): Promise<string> {
  const type = response.headers()['content-type'] ?? '';
  if (!/^text\/|json|javascript/.test(type)) return '';
  return response.text().catch(() => '');
}
