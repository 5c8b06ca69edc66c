import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright';
import { axeFaults } from '../support/page-complaints.ts';
import type { ServiceUnderTest } from '../../support/sandbox/service-under-test.ts';
import { useSandboxPage } from './support/sandbox-page.ts';

describe('the pages that explain refusals', () => {
  let service: ServiceUnderTest;
  let page: Page;
  let errors: string[];

  useSandboxPage((made) => ({ service, page, errors } = made), { missingFiles: false });

  it('lead from the type of a refusal to what to do, and on to all of them', async () => {
    const { body } = await service.ask('POST', '/videos', {});
    await page.goto(String(body['type']));
    await page.getByRole('heading', { level: 1, name: 'An attribute is required.' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'What to do' }).waitFor();
    await page.getByRole('link', { name: 'All refusals' }).click();
    await page.getByRole('link', { name: 'too-many-requests' }).click();
    await page.getByText('Retry-After').waitFor();
    assert.deepEqual(errors, []);
  });

  it('fit any width, in light and dark, with nothing that axe finds', async () => {
    for (const path of [
      'attribute-required',
      'video-content-range-by-part-different-total-parts',
      'none',
      '',
    ])
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [240, 390, 1280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(`${service.url}/reference/${path}`);
          const place = `${path} ${colorScheme} ${String(width)}`;
          const wide = await page.evaluate('document.documentElement.scrollWidth');
          assert.ok(Number(wide) <= width, `${place}: ${String(wide)}`);
          // Evaluated in the page's own world, which its policy keeps closed to its own scripts only.
          assert.deepEqual(await axeFaults(page), [], place);
        }
    assert.deepEqual(errors, []);
  });
});
