import { reportSetup } from '../core/setup/report-setup.ts';
import { apiKeyError } from '../core/setup/api-key-error.ts';
import { configure, type Config } from '../core/config.ts';
import { folder } from './missing-parts.ts';

const names = [
  'baseUrl',
  'assetUrl',
  'collectorUrl',
  'backend',
  'credentials',
  'locale',
] as const satisfies (keyof Config)[];

/** The script tag that loads `vh-elements.js` from the folder of this module. */
function ownScript(): HTMLScriptElement | undefined {
  return Array.from(document.scripts).find(
    ({ src }) => src.startsWith(folder) && /^vh-elements\.[jt]s([?#]|$)/.test(src.slice(folder.length)),
  );
}

/** The page's defaults, as the script's own tag gives them: `data-base-url` and so on. */
function settingsOf(script: HTMLScriptElement | undefined): Config {
  const given = script?.dataset ?? {};
  return Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
}

// Here and not in the entry: an element that is already on the page reads its defaults while it is being registered.
const script = ownScript();
configure(settingsOf(script));
// The elements need no key and work on; the console reports it to the page's author.
const refusal = script && apiKeyError(script);
if (refusal) {
  reportError(refusal);
  reportSetup(refusal.code, refusal.message);
}
// Awaited, so that no element shows another text first.
if (script?.dataset['words'] !== undefined)
  await import('./script-words.ts').then(
    ({ setScriptWords }) => setScriptWords(script),
    () => {},
  );
