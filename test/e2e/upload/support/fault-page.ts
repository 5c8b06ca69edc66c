import { readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import type { GrantReason } from '../../../../src/core/wire/grant.ts';
import { launchChromium } from '../../support/browser.ts';
import { bundleForPage } from '../../support/bundle-for-page.ts';
import { seededBytes } from '../../../support/sandbox/sandbox-bytes.ts';
import type { FaultService } from '../../../support/upload/faults/fault-service.ts';
import type { FaultSchedule, ScheduleOutcome } from '../../../support/upload/faults/fault-schedule.ts';
import { uploadUnderSchedule } from '../../../support/upload/faults/run-schedule.ts';
import type { UploadCredential } from '../../../support/upload/faults/upload-credential.ts';

/** A page of Chromium, on an origin of its own, that uploads over a service's faulty line. */
export class FaultPage {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #folder: string;
  #page: Page | undefined;
  #service: FaultService | undefined;
  #credential: UploadCredential | undefined;
  /** Unhandled errors of the page. */
  readonly #unhandled: string[] = [];

  private constructor(browser: Browser, server: Server, folder: string) {
    this.#browser = browser;
    this.#server = server;
    this.#folder = folder;
  }

  static async open(): Promise<FaultPage> {
    const folder = await bundleForPage('test/e2e/upload/support/page-engine.ts');
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page.example');
      if (pathname === '/bytes') {
        const bytes = seededBytes(Number(searchParams.get('size')), Number(searchParams.get('seed')));
        response.end(bytes);
      } else if (pathname.endsWith('.js')) {
        response.setHeader('content-type', 'text/javascript');
        void readFile(path.join(folder, path.basename(pathname))).then((script) => response.end(script));
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><script type="module" src="page-engine.js"></script>');
      }
    });
    server.listen(0, '127.0.0.1');
    const [browser] = await Promise.all([launchChromium(), once(server, 'listening')]);
    return new FaultPage(browser, server, folder);
  }

  /** Continues in another page. */
  async renew(): Promise<void> {
    await this.#page?.close();
    const page = (this.#page = await this.#browser.newPage());
    page.on('pageerror', (error) => this.#unhandled.push(String(error)));
    await page.exposeFunction('lookAtLine', () => {
      const { line } = this.#service ?? {};
      return { isQuiet: line?.isQuiet ?? true, holes: line?.holes ?? 0 };
    });
    await page.exposeFunction('setLineDown', (isDown: boolean) => {
      this.#service?.line.setDown(isDown);
    });
    await page.exposeFunction('askGrant', (reason: GrantReason) => this.#credential?.grant(reason));
    await page.goto(`http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/`);
    await page.waitForFunction(() => 'uploadUnderFaults' in window);
  }

  /** Runs one upload of the page through its faults, and looks at the result. */
  async run(schedule: FaultSchedule, service: FaultService): Promise<ScheduleOutcome> {
    if (!this.#page) await this.renew();
    const page = this.#page;
    if (!page) throw new TypeError('No page was opened.');
    this.#service = service;
    // Without TLS, Chromium takes an answer that was cut off in its head for a whole one; with it, it says "network".
    const line = schedule.line.map((fault) =>
      fault.how === 'cut' ? { ...fault, how: 'reset' as const } : fault,
    );
    const outcome = await uploadUnderSchedule({ ...schedule, line }, service, {
      now: () => performance.now(),
      isErratic: true,
      goOffline: (seconds, isAnnounced) =>
        page
          .evaluate(([wait, reported]) => window.goOffline(wait, reported), [seconds, isAnnounced] as const)
          // A page may be left before its network is back.
          .catch(() => undefined),
      upload: ({ name, credential }) => {
        this.#credential = credential;
        const { seed, size, pauses, wire } = schedule;
        const { token, hasGrant } = credential;
        const bare = hasGrant ? undefined : { token, baseUrl: service.line.url, protocol: wire };
        return page.evaluate((given) => window.uploadUnderFaults(given), {
          seed,
          name,
          size,
          pauses,
          token: bare,
        });
      },
    });
    const [unhandled] = this.#unhandled.splice(0);
    return unhandled === undefined ? outcome : { ...outcome, fault: outcome.fault ?? unhandled };
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
