/** The eight colours that WebVTT has classes for, by all names that other formats have for them. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ 'white': 'white', '#ffffff': 'white', 'lime': 'lime', '#00ff00': 'lime', 'green': 'lime' },
    ...{ 'cyan': 'cyan', 'aqua': 'cyan', '#00ffff': 'cyan', 'red': 'red', '#ff0000': 'red' },
    ...{ 'yellow': 'yellow', '#ffff00': 'yellow', 'magenta': 'magenta', 'fuchsia': 'magenta' },
    ...{ '#ff00ff': 'magenta', 'blue': 'blue', '#0000ff': 'blue', 'black': 'black', '#000000': 'black' },
  }),
);

/** WebVTT's class for a colour, however it is written; a share of opacity does not say which. */
export function colorClass(color = ''): string | undefined {
  const said = color.toLowerCase().slice(0, 40);
  // An invisible text has no colour.
  if (/^#[\da-f]{6}00$|^rgba\([^)]*,\s*0\s*\)$/.test(said)) return undefined;
  const [, ...parts] = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[,)]/.exec(said) ?? [];
  if (parts.length > 0)
    return NAMES.get(`#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`);
  return NAMES.get(/^#[\da-f]{8}$/.test(said) ? said.slice(0, 7) : said);
}
