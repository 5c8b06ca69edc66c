/** A colour: red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A colour that is written as `#rgb` or `#rrggbb`. */
export function readColour(text: string): Rgb | undefined {
  const long = text.replace(/^#([\da-f])([\da-f])([\da-f])$/i, '#$1$1$2$2$3$3');
  if (!/^#[\da-f]{6}$/i.test(long)) return undefined;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** The ratio of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
