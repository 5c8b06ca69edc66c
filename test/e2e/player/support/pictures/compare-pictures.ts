import type { Browser } from 'playwright';

/** CSS pixels: differences smaller than a cell, such as the edge of a letter, do not count. */
const COLUMNS = 160;
/** Steps of 255 from which on a cell looks different. */
const STEPS = 40;

/** The share of two pictures' cells that look different: 0 for the same picture, 1 for pictures of another size. */
export async function differenceOf(chromium: Browser, one: Buffer, other: Buffer): Promise<number> {
  const page = await chromium.newPage();
  try {
    return await page.evaluate(
      async ([first, second, columns, steps]) => {
        const cellsOf = async (base64: string) => {
          const image = new Image();
          image.src = `data:image/webp;base64,${base64}`;
          await image.decode();
          const rows = Math.round((image.height / image.width) * columns);
          const context = new OffscreenCanvas(columns, rows).getContext('2d');
          if (!context) throw new TypeError('There is no canvas.');
          context.imageSmoothingQuality = 'high';
          context.drawImage(image, 0, 0, columns, rows);
          return context.getImageData(0, 0, columns, rows).data;
        };
        const [left, right] = await Promise.all([cellsOf(first), cellsOf(second)]);
        if (left.length !== right.length) return 1;
        let different = 0;
        for (let at = 0; at < left.length; at += 4) {
          const most = Math.max(
            ...[0, 1, 2].map((channel) => Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0))),
          );
          if (most > steps) different++;
        }
        return different / (left.length / 4);
      },
      [one.toString('base64'), other.toString('base64'), COLUMNS, STEPS] as const,
    );
  } finally {
    await page.close();
  }
}
