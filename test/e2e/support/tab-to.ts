import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/** Presses Tab, or Shift+Tab, until the focus is on a control of that name, and checks that it is visible. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key);
    const focused = page.locator('*:focus').last();
    const label = await focused.evaluate((element) => element.ariaLabel ?? element.textContent.trim());
    if (label !== name) continue;
    const box = await focused.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} can be seen`);
    return;
  }
  assert.fail(`Tab does not come to "${name}"`);
}
