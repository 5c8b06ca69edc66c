import type { Browser } from 'playwright';
import type {} from '../../../src/define/vh-player.ts';
import { FrameworkHost } from '../../../test/e2e/sites/support/framework-host.ts';
import { complaintsOf } from '../../../test/e2e/support/page-complaints.ts';

/** The fixtures in `test/frameworks/interop`, by the names that people know. */
export const INTEROP: Readonly<Record<string, string>> = {
  'React 19, tags': 'react-tag.jsx',
  'React 19, components': 'react-component.jsx',
  'Preact': 'preact.jsx',
  'Vue': 'vue.js',
  'Svelte': 'svelte.js',
  'Solid': 'solid.jsx',
  'Angular': 'angular.js',
  'lit': 'lit.js',
};

/** What an element of a page is given, as the element sees it. */
interface Seen {
  heading: string | undefined;
  endTime: number | undefined;
  bare: boolean;
  playlist: unknown;
  text: string;
}

const FIRST: Seen = {
  heading: 'one',
  endTime: 1,
  bare: true,
  playlist: ['vi1', { videoId: 'vi2', title: 'Two' }],
  text: 'Watch',
};
const SECOND: Seen = {
  heading: 'two',
  endTime: 2.5,
  bare: false,
  playlist: [{ videoId: 'vi3' }],
  text: 'Look',
};

/**
 * Holds a framework to what the public interoperability suite for custom elements asks: children, primitive and rich data, events,
 * changes of all of them, and an element that goes and comes back. Answers one line for each check that passed or failed.
 */
export async function checkInterop(browser: Browser, fixture: string): Promise<Record<string, string>> {
  const host = await FrameworkHost.open(`interop/${fixture}`);
  const page = await browser.newPage();
  const complaints = complaintsOf(page, { warnings: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const player = page.locator('vh-player');
  /** What the element has, once it has the wanted text: frameworks draw a moment later. */
  const look = async (text: string): Promise<Seen> => {
    await player.locator('p', { hasText: text }).waitFor({ state: 'attached' });
    return player.evaluate((element: HTMLElementTagNameMap['vh-player']) => ({
      heading: element.heading,
      endTime: element.endTime,
      bare: element.withoutControls,
      playlist: element.playlist,
      text: element.querySelector('p')?.textContent ?? '',
    }));
  };
  const results: Record<string, string> = {};
  const compare = (when: string, seen: Seen, wanted: Seen) => {
    for (const name of Object.keys(wanted) as (keyof Seen)[]) {
      const [is, should] = [seen[name], wanted[name]].map((value) => JSON.stringify(value));
      results[`${name}, ${when}`] = is === should ? '' : `is ${String(is)}, not ${String(should)}`;
    }
  };
  try {
    await page.goto(host.address('http://service.example', ''));
    await page.locator('vh-player:defined').waitFor({ state: 'attached' });
    compare('at first', await look('Watch'), FIRST);
    for (const name of ['vh-copy-link', 'timeupdate', 'timeupdate'])
      await player.evaluate((element, type) => element.dispatchEvent(new Event(type)), name);
    results['events'] = await says(page.locator('#events'), '1 2');
    await press('Change');
    compare('changed', await look('Look'), SECOND);
    await press('Toggle');
    await player.waitFor({ state: 'detached' });
    results['goes'] = '';
    await press('Toggle');
    compare('back again', await look('Look'), SECOND);
    await player.evaluate((element) => element.dispatchEvent(new Event('vh-copy-link')));
    results['events, back again'] = await says(page.locator('#events'), '2 2');
    results['nothing on the console'] = complaints.join('; ');
  } finally {
    await page.close();
    await host.close();
  }
  return results;
}

async function says(output: import('playwright').Locator, wanted: string): Promise<string> {
  const found = await output
    .filter({ hasText: wanted })
    .waitFor()
    .then(() => true)
    .catch(() => false);
  return found ? '' : `it says ${JSON.stringify(await output.textContent())}, not ${wanted}`;
}
