import { configure, type Config } from '../core/config.ts';

const names = [
  'baseUrl',
  'assetUrl',
  'collectorUrl',
  'backend',
  'locale',
] as const satisfies (keyof Config)[];

/** The page's defaults, as the script tag that loads `url` gives them: `data-base-url` and so on. */
export function settingsOfScript(url: string): Config {
  const script = Array.from(document.scripts).find(({ src }) => src === url);
  const given = names.filter((name) => script?.dataset[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, script?.dataset[name]]));
}

// Here and not in the entry: an element that is already on the page reads its defaults while it is being registered.
configure(settingsOfScript(import.meta.url));
