import { readFile } from 'node:fs/promises';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Browser, Page } from 'playwright';
import { launchChromium } from '../../support/browser.ts';
import { complaintsOf } from '../../support/page-complaints.ts';
import { inRepository } from '../../../support/repository.ts';
import { formOf, ServiceUnderTest } from '../../../support/sandbox/service-under-test.ts';

/** A sandbox and a page, both anew for a test. */
export interface SandboxPage {
  service: ServiceUnderTest;
  page: Page;
  /** What the page has complained of. */
  errors: string[];
}

/** Starts a sandbox and opens a page before each test of a `describe`, and hands them over. */
export function useSandboxPage(
  take: (made: SandboxPage) => void,
  complaints: Parameters<typeof complaintsOf>[1] = {},
): void {
  let browser: Browser;
  let made: SandboxPage | undefined;
  before(async () => (browser = await launchChromium()));
  after(() => browser.close());
  beforeEach(async () => {
    const service = await ServiceUnderTest.start();
    const page = await browser.newPage();
    made = { service, page, errors: complaintsOf(page, complaints) };
    take(made);
  });
  afterEach(async () => {
    await made?.page.close();
    await made?.service.stop();
    made = undefined;
  });
}

/** Makes a video without a film. */
export async function addVideo(service: ServiceUnderTest, title: string): Promise<string> {
  const { body } = await service.ask('POST', '/videos', { title });
  return String(body['videoId']);
}

/** Makes a video of a small film. */
export async function uploadVideo(service: ServiceUnderTest, title: string): Promise<string> {
  const videoId = await addVideo(service, title);
  const tiny = await readFile(inRepository('test/media/tiny.mp4'));
  await service.ask('POST', `/videos/${videoId}/source`, formOf(tiny));
  return videoId;
}
