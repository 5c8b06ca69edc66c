const AS_THE_BROWSER_IS = {
  media: null,
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

/**
 * Options of a launcher that runs all test files in one page, one after the other. A page of its own has a process of its own,
 * which starts and compiles everything anew: a third of what Chromium's tests cost. A file finds the page as a new one: without
 * storage, with the browser's own media features. It may leave nothing but such things behind.
 */
export function inOnePage() {
  let context;
  let page;
  return {
    async createBrowserContext({ browser }) {
      if (context?.browser() !== browser) {
        context = await browser.newContext();
        await context.addInitScript(forgetTab);
        page = undefined;
      }
      const closeOthers = () =>
        Promise.all(
          context
            .pages()
            .filter((one) => one !== page)
            .map((one) => one.close()),
        );
      // The runner closes the context of each file that is over.
      return { newPage: () => context.newPage(), close: closeOthers };
    },
    async createPage({ config }) {
      if (!page || page.isClosed()) page = await context.newPage();
      const session = await context.newCDPSession(page);
      const origin = `http://${config.hostname}:${config.port}`;
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.detach();
      await page.emulateMedia(AS_THE_BROWSER_IS);
      return page;
    },
  };
}

/** Runs in each new document: what a tab keeps from one page to the next. */
function forgetTab() {
  const [visit] = performance.getEntriesByType('navigation');
  if (window !== top || visit?.type !== 'navigate' || !location.search.includes('wtr-session-id')) return;
  sessionStorage.clear();
  window.name = '';
}
