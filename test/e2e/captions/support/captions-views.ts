import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { PlayerPage } from '../../support/player-page.ts';

/** What a viewer sees of captions beside the captions themselves. */
export const CAPTIONS_VIEWS = [
  'settings',
  'second',
  'translation',
  'style',
  'picker',
  'picker-style',
] as const;
export type CaptionsView = (typeof CAPTIONS_VIEWS)[number];

/** How a page looks. */
export interface CaptionsLook extends BrowserContextOptions {
  direction?: 'ltr' | 'rtl';
}

export const CAPTIONS_LOOKS = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { forcedColors: 'active', colorScheme: 'dark' },
  rtl: { direction: 'rtl', locale: 'ar' },
} as const satisfies Readonly<Record<string, CaptionsLook>>;

const TRACKS = `<track kind="captions" srclang="de" label="Deutsch" src="/media/captions/de.vtt">
<track kind="subtitles" srclang="en" label="English" src="/media/captions/en.vtt">
<track kind="captions" srclang="en" src="/media/captions/en.vtt">`;
const GERMAN = '<track kind="captions" srclang="de" label="Deutsch" src="/media/captions/de.vtt">';
const player = (tracks: string) => `<vh-player src="/media/dusk.mp4" muted loop>${tracks}</vh-player>`;
const video = `<video id="film" src="/media/dusk.mp4" muted loop style="width: 100%; max-width: 640px">${TRACKS}</video>
<vh-captions-picker for="film"></vh-captions-picker>`;

const MARKUP: Readonly<Record<CaptionsView, string>> = {
  'settings': player(TRACKS),
  'second': player(TRACKS),
  'translation': player(GERMAN),
  'style': player(TRACKS),
  'picker': video,
  'picker-style': video,
};

/** Opens each view on a page of its own, by the keys and presses of a viewer. */
export class CaptionsViews {
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens a view, shows it to `look`, and closes the page. */
  async see<Value>(
    view: CaptionsView,
    { direction = 'ltr', ...settings }: CaptionsLook,
    width: number,
    look: (page: Page) => Promise<Value>,
  ): Promise<Value> {
    const site = await PlayerPage.serve(MARKUP[view]);
    const page = await this.#browser.newPage({
      ...{ locale: 'en-US', reducedMotion: 'reduce', ...settings },
      viewport: { width, height: Math.max(560, Math.round((width * 9) / 16)) },
    });
    page.setDefaultTimeout(30_000);
    try {
      await page.addInitScript(prepare, { direction, language: settings.locale ?? 'en' });
      await page.goto(site.url);
      await (view.startsWith('picker') ? openPicker(page, view) : openPlayer(page, view));
      return await look(page);
    } finally {
      await page.close();
      site.close();
    }
  }
}

/** In the page: its direction and language, and a browser that can translate German. */
function prepare({ direction, language }: { direction: string; language: string }): void {
  document.addEventListener('DOMContentLoaded', () =>
    Object.assign(document.documentElement, { lang: language, dir: direction }),
  );
  const availability = ({ sourceLanguage }: { sourceLanguage: string }) =>
    Promise.resolve(sourceLanguage === 'de' ? 'downloadable' : 'unavailable');
  Object.defineProperty(globalThis, 'Translator', { value: { availability }, configurable: true });
}

async function openPlayer(page: Page, view: CaptionsView): Promise<void> {
  const element = page.locator('vh-player');
  await element.evaluate(async (media: HTMLMediaElement) => {
    await media.play();
    media.pause();
  });
  const button = page.locator('vh-player .button.captions');
  const open = async () => {
    await button.focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('vh-player .sheet:popover-open [aria-checked=true]').waitFor();
  };
  await button.waitFor();
  if (view === 'second') await button.press('c');
  await open();
  if (view === 'translation') await page.locator('vh-player .sheet bdi').nth(1).waitFor();
  if (view === 'second')
    await page.locator('vh-player .sheet .item[data-page=captions-second]').press('Enter');
  if (view !== 'style') return;
  await page.locator('vh-player .sheet .item[aria-haspopup=dialog]').press('Enter');
  await page.locator('vh-player .style-panel:popover-open').waitFor();
}

async function openPicker(page: Page, view: CaptionsView): Promise<void> {
  await page.locator('vh-captions-picker .button:enabled').click();
  const style = page.locator('vh-captions-picker [part~=style]');
  await style.waitFor();
  if (view === 'picker') return;
  await style.click();
  await page.locator('vh-captions-picker .style-panel:popover-open').waitFor();
}
