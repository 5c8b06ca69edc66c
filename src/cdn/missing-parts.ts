import { reportSetup } from '../core/setup/report-setup.ts';

/** The folder of this module, wherever a bundler has put that. */
export const folder = import.meta.url.replace(/[?#].*$/, '').replace(/[^/]*$/, '');

/**
 * Warns the author of a part that is not beside the script. The line is in the script itself: the part that is missing could
 * be the one that reports. Elements do without such a part, or say that they could not be loaded.
 */
function look(entries: PerformanceEntryList): void {
  for (const entry of entries) {
    const { name, responseStatus } = entry as PerformanceResourceTiming;
    const file = name.startsWith(folder) ? name.slice(folder.length).replace(/[?#].*$/, '') : '';
    if (/^vh-[^/]+\.js$/.test(file) && responseStatus >= 400)
      reportSetup('invalid-use', `${file} is missing beside vh-elements.js. Copy the whole folder dist/cdn.`);
  }
}

// jsdom has none.
if ('PerformanceObserver' in globalThis)
  new PerformanceObserver((list) => look(list.getEntries())).observe({ type: 'resource', buffered: true });
