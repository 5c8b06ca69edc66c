import type { Locator, Page } from 'playwright';
import { until } from '../until.ts';

/** The visible colours of an element: its background, and the contrast of the content on it. */
export interface SeenContrast {
  /** The most frequent colour, as `r,g,b`. */
  ground: string;
  /** The contrast of the ground and of the colour that differs most from it. */
  contrast: number;
}

/** A place in a page, in its pixels. */
interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Looks at an element, or a place, as it is painted, and at nothing that style sheets promise. */
export async function seenContrast(page: Page, element: Locator | Clip): Promise<SeenContrast> {
  const clip = 'boundingBox' in element ? await boxOf(element) : element;
  const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
  const colours = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    const counts = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const colour = [pixels[at], pixels[at + 1], pixels[at + 2]].join();
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  }, picture);
  const [ground = ''] = colours;
  return { ground, contrast: Math.max(...colours.map((colour) => contrastOf(ground, colour))) };
}

/** The place of an element, once it is painted: the bar of the played part has no width before the player paints it. */
async function boxOf(element: Locator): Promise<Clip> {
  let box: Clip = { x: 0, y: 0, width: 0, height: 0 };
  await until(
    async () => {
      box = (await element.boundingBox()) ?? box;
      return box.width >= 1 && box.height >= 1;
    },
    () => [String(element), box],
  );
  return box;
}

/** The contrast of two colours, 1 to 21, as WCAG counts it. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = colour.split(',').map((text) => {
    const part = Number(text) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
