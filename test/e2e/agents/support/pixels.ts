import type { Locator, Page } from 'playwright';

/** How far a colour of the picture may be from the wanted one: a screen rounds. */
const NEAR = 12;

/** How many pixels of what a visitor sees of an element have a colour. */
export async function pixelsOf(
  page: Page,
  element: Locator,
  wanted: readonly [red: number, green: number, blue: number],
): Promise<number> {
  const picture = await element.screenshot();
  // Another page reads the picture: the one that is judged may have a policy against it.
  const reader = await page.context().newPage();
  try {
    return await reader.evaluate(
      async ({ base64, colour, near }) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        if (!context) throw new Error('The browser draws nothing.');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (colour.every((value, index) => Math.abs((data[at + index] ?? 0) - value) <= near)) count++;
        return count;
      },
      { base64: picture.toString('base64'), colour: wanted, near: NEAR },
    );
  } finally {
    await reader.close();
  }
}
