// What an uploader loads later, each with its moment; `list/parts.ts` has what follows the list. A load that fails is tried again at
// the next need.

/** What sends: the list of files, with the engine. When a visitor shows interest, at the latest with the first file. */
export const loadUploads = () => import('./list/upload-list.ts');

/** The recorder: on a page that asks for it by `capture`. */
export const loadRecorder = () => import('./recorder/recorder-panel.ts');

/** The offer to continue: for visitors of whose uploads this browser has stored something. */
export const loadUnfinished = () => import('./unfinished/unfinished-offer.ts');

/** Files that are dropped anywhere on the page: where it asks for that by `drop-on`. */
export const loadPageDrop = () => import('./zone/page-drop.ts');
