import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import type { PlayerName } from '../playback/play-contestants.ts';

/** A player beside which this one is looked at, and how a viewer comes to its menus. */
export interface Peer {
  player: PlayerName;
  /** Plays in its place to the end. */
  ends?: PlayerName;
  label: string;
  /** The button of the settings; of the only menu that is like them where there are none. */
  settings: (page: Page) => Locator;
  /** Turns captions on, once the pointer is over the player. */
  captionsOn: (page: Page) => Promise<void>;
  /** Opens the list of caption languages. */
  languages: (page: Page) => Promise<void>;
  /** The seek bar. */
  seekBar: (page: Page) => Locator;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
const settings = button('Settings');
/** By a page of the settings. */
const fromSettings = (opener: (page: Page) => Locator, item: string) => async (page: Page) => {
  await opener(page).click();
  await page.locator('[role^=menuitem], button').filter({ hasText: item, visible: true }).first().click();
};
const shakaSettings = button('More settings');

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string })
    .version;
}

export const PEERS: readonly Peer[] = [
  {
    ...{ player: 'vh-player', label: 'vh-player', settings },
    captionsOn: press('Captions'),
    languages: fromSettings(settings, 'Captions'),
    seekBar: (page) => page.getByRole('slider', { name: 'Seek' }),
  },
  {
    ...{ player: 'mux-player', label: `mux-player ${versionOf('@mux/mux-player')}` },
    settings: (page) => page.locator('media-rendition-menu-button').last(),
    // It shows them by default.
    captionsOn: () => Promise.resolve(),
    languages: (page) => page.locator('media-captions-menu-button').last().click(),
    seekBar: (page) => page.locator('media-time-range').last(),
  },
  {
    ...{ player: 'video.js 10', label: `Video.js ${versionOf('@videojs/react')}`, settings },
    // Its own engine does not come to the end of this stream.
    ends: 'video.js 10, hls.js',
    captionsOn: press('Enable captions'),
    languages: fromSettings(settings, 'Captions'),
    seekBar: (page) => page.locator('.media-time-slider').first(),
  },
  {
    ...{ player: 'vidstack', label: `Vidstack ${versionOf('vidstack')}`, settings },
    captionsOn: press('Captions'),
    languages: fromSettings(settings, 'Captions'),
    seekBar: (page) => page.locator('media-time-slider'),
  },
  {
    ...{ player: 'shaka ui', label: `Shaka UI ${versionOf('shaka-player')}`, settings: shakaSettings },
    captionsOn: async (page) => {
      await fromSettings(shakaSettings, 'Captions')(page);
      await page.getByText('English', { exact: true }).filter({ visible: true }).first().click();
      await shakaSettings(page).click();
    },
    languages: fromSettings(shakaSettings, 'Captions'),
    seekBar: (page) => page.locator('.shaka-seek-bar'),
  },
];
