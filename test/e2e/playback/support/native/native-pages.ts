import type { Page } from 'playwright';
import { MediaPage } from '../../../support/media-page.ts';
import type { Comparison } from './compare-native.ts';
import type { Difference } from './difference.ts';

/** Sequences to a page: what one leaves behind is no other's. */
const TO_A_PAGE = 20;

/** Pages of Chromium that do the same steps to a `<video>` and to a player. */
export class NativePages {
  readonly #site: MediaPage;

  private constructor(site: MediaPage) {
    this.#site = site;
  }

  static async open(): Promise<NativePages> {
    return new NativePages(await MediaPage.open('test/e2e/playback/support/native/native-entry.ts'));
  }

  /** Runs all of them, `lanes` at a time, each lane in a page of its own. */
  async runAll<Item extends { steps: string }>(
    items: Iterable<Item>,
    lanes: number,
    done: (item: Item, comparison: Comparison) => void,
  ): Promise<void> {
    const left = items[Symbol.iterator]();
    const work = async () => {
      let page: Page | undefined;
      let own = 0;
      for (let next = left.next(); !next.done; next = left.next()) {
        page ??= await this.#site.renew();
        const { steps } = next.value;
        done(next.value, await page.evaluate((all) => window.compareNative(all), steps));
        if (++own % TO_A_PAGE !== 0) continue;
        await page.context().close();
        page = undefined;
      }
      await page?.context().close();
    };
    await Promise.all(Array.from({ length: lanes }, work));
  }

  close(): Promise<void> {
    return this.#site.close();
  }
}

/** Differences in words. */
export function describeDifferences(differences: readonly Difference[]): string {
  const each = differences.map(
    ({ member, native, player }) =>
      `${member}: <video> ${JSON.stringify(native)}, <vh-player> ${JSON.stringify(player)}`,
  );
  return `${each.join('; ')} after ${differences[0]?.after ?? ''}`;
}
