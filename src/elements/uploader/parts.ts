// What an uploader loads later, each with its moment, and by `elementPart`: what cannot be loaded is loaded again at the next need.
// What comes after the list is named in its own code: `view` in `list/lazy-view.ts`, `loadUnfinished` in `list/upload-list.ts`,
// `loadCaptions` in `captions/lazy-captions.ts`. A bundler that finds those here thinks that a page may have them without the list:
// it would take what both need out of the list, and the first byte would wait for one file more.

/** What sends: the list of files, with the engine. When a visitor shows interest, at the latest with the first file. */
export const loadUploads = () => import('./list/upload-list.ts');

/** The recorder: on a page that asks for it by `capture`. */
export const loadRecorder = () => import('./recorder/recorder-panel.ts');

/** What continues the uploads of an earlier page, or offers to, by what sends: for visitors of whose uploads this browser has stored something. */
export const loadUnfinished = () => loadUploads().then((code) => code.loadUnfinished());

/** Files that are dropped anywhere on the page: where it asks for that by `drop-on`. */
export const loadPageDrop = () => import('./zone/page-drop.ts');
