import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { numberOf, takes, textOf, type Tool } from './tool.ts';

/** The part of Playwright that is used. The project has it, and not this package. */
interface Playwright {
  chromium: { launch: (options: { executablePath?: string }) => Promise<Browser> };
}
interface Browser {
  newPage: () => Promise<Page>;
  close: () => Promise<void>;
}
interface Page {
  on: ((name: 'console', take: (message: { type: () => string; text: () => string }) => void) => void) &
    ((name: 'pageerror', take: (error: Error) => void) => void) &
    ((name: 'requestfailed', take: (request: Asked) => void) => void) &
    ((name: 'response', take: (response: { status: () => number; request: () => Asked }) => void) => void);
  goto: (url: string, options: { waitUntil: 'load'; timeout: number }) => Promise<unknown>;
  waitForSelector: (selector: string, options: { timeout: number }) => Promise<unknown>;
  evaluate: (script: string) => Promise<unknown>;
  screenshot: () => Promise<Buffer>;
  title: () => Promise<string>;
}
interface Asked {
  method: () => string;
  url: () => string;
}

/** Seconds that one wait on the page may take where the agent does not say. */
const PATIENCE_SECONDS = 30;

/** Each element of ours, and how it is. */
const LOOK = `[...document.querySelectorAll('*')].filter((one) => one.localName.startsWith('vh-')).map((one) => ({
  tag: one.localName,
  id: one.id || undefined,
  registered: customElements.get(one.localName) !== undefined,
  error: one.error?.code,
  currentTime: one.currentTime,
  paused: one.paused,
  value: typeof one.value === 'string' ? one.value : undefined,
}))`;
const BEGIN = `Promise.all([...document.querySelectorAll('vh-player')].map((one) => {
  one.muted = true;
  return Promise.resolve(one.play()).catch(() => {});
}))`;
/** Waits on the page itself: a strict policy refuses code that Playwright would ask for again and again. */
const untilAllPlay = (timeout: number) => `new Promise((resolve, reject) => {
  const end = performance.now() + ${String(timeout)};
  const look = () => {
    const all = [...document.querySelectorAll('vh-player')];
    if (all.length > 0 && all.every((one) => one.currentTime > 0.2 || one.error)) resolve();
    else if (performance.now() > end) reject(new Error('No film moves.'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** The tool that looks at a page as a browser shows it. */
export function pageTools(project: string): Tool[] {
  return [
    {
      name: 'open_page',
      description:
        'Opens a page in Chromium and answers what a person cannot see at once: console errors and warnings, requests that failed, and how each vh- element is. Needs Playwright in the project.',
      inputSchema: takes(
        {
          url: { type: 'string', description: 'The address of the page.' },
          waitFor: { type: 'string', description: 'A CSS selector to wait for.' },
          waitSeconds: {
            type: 'number',
            description: `How long one wait may take; ${String(PATIENCE_SECONDS)}.`,
          },
          play: {
            type: 'boolean',
            description: 'Plays each vh-player, muted, and waits until its film moves.',
          },
          screenshot: { type: 'boolean', description: 'Answers a picture, too.' },
          browserPath: { type: 'string', description: 'A Chromium to use in place of Playwright’s own.' },
        },
        ['url'],
      ),
      run: async ({ url, waitFor, waitSeconds, play, screenshot, browserPath }) => {
        if (!/^https?:/.test(String(url))) throw new Error('url must begin with http:// or https://.');
        const browser = await openBrowser(project, textOf(browserPath));
        try {
          const page = await browser.newPage();
          const seen = watch(page);
          const missed = await visit(page, {
            url: String(url),
            waitFor: textOf(waitFor),
            plays: play === true,
            timeout: 1000 * (numberOf(waitSeconds) ?? PATIENCE_SECONDS),
          });
          const elements = await page.evaluate(LOOK);
          // As it is now: what ends with the browser is no fault of the page.
          const data = { title: await page.title(), elements, ...structuredClone(seen), missed };
          if (screenshot !== true) return { data };
          return { data, png: (await page.screenshot()).toString('base64') };
        } finally {
          await browser.close();
        }
      },
    },
  ];
}

/** What goes wrong on a page from now on. */
function watch(page: Page) {
  const seen = { console: [] as string[], errors: [] as string[], failedRequests: [] as string[] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      seen.console.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  // A page may cancel what follows an answer that it has.
  const answered = new WeakSet<Asked>();
  page.on('requestfailed', (request) => {
    if (!answered.has(request)) seen.failedRequests.push(`${nameOf(request)}: no answer`);
  });
  page.on('response', (response) => {
    answered.add(response.request());
    if (response.status() >= 400)
      seen.failedRequests.push(`${nameOf(response.request())}: ${String(response.status())}`);
  });
  return seen;
}

/** The request, without a query: that may hold a token. */
const nameOf = (request: Asked) => `${request.method()} ${request.url().replace(/\?.*$/s, '')}`;

/** Goes to the page; answers what was waited for in vain. */
async function visit(
  page: Page,
  {
    url,
    waitFor,
    plays,
    timeout,
  }: { url: string; waitFor: string | undefined; plays: boolean; timeout: number },
): Promise<string[]> {
  await page.goto(url, { waitUntil: 'load', timeout });
  const missed: string[] = [];
  const wait = (what: string, waiting: Promise<unknown>) => waiting.catch(() => missed.push(what));
  if (waitFor !== undefined)
    await wait(`the selector ${waitFor}`, page.waitForSelector(waitFor, { timeout }));
  if (plays) {
    await page.evaluate(BEGIN);
    await wait('films that move', page.evaluate(untilAllPlay(timeout)));
  }
  return missed;
}

async function openBrowser(project: string, executablePath: string | undefined): Promise<Browser> {
  const { chromium } = await loadPlaywright(project);
  try {
    return await chromium.launch(executablePath === undefined ? {} : { executablePath });
  } catch (cause) {
    throw new Error('Chromium does not start: do "npx playwright install chromium" in the project.', {
      cause,
    });
  }
}

async function loadPlaywright(project: string): Promise<Playwright> {
  const require = createRequire(path.join(project, 'package.json'));
  for (const name of ['playwright', '@playwright/test', 'playwright-core']) {
    try {
      const module = (await import(pathToFileURL(require.resolve(name)).href)) as Partial<Playwright> & {
        default?: Playwright;
      };
      if (module.chromium) return { chromium: module.chromium };
      if (module.default) return module.default;
    } catch {
      // The next name.
    }
  }
  throw new Error(
    'The project has no Playwright: npm install --save-dev playwright, then npx playwright install chromium.',
  );
}
