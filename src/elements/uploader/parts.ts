// What an uploader loads later, each with its moment, and by `elementPart`: what cannot be loaded is loaded again at the next need.

/** What sends: the list of files, with the engine. When a visitor shows interest, at the latest with the first file. */
export const loadUploads = () => import('./list/upload-list.ts');

/** The rows, their words and pictures: beside the first part, or ahead with the list. */
export const loadView = () => import('./list/upload-list-view.ts').then((code) => code.prepareView());

/** The recorder: on a page that asks for it by `capture`. */
export const loadRecorder = () => import('./recorder/recorder-panel.ts');

/** The offer to continue: for visitors of whose uploads this browser has stored something. */
export const loadUnfinished = () => import('./unfinished/unfinished-offer.ts');

/** The author's captions: when a video is stored on a page that asks for them by `captions`. */
export const loadCaptions = () => import('./captions/captions-panel.ts');

/** Files that are dropped anywhere on the page: where it asks for that by `drop-on`. */
export const loadPageDrop = () => import('./zone/page-drop.ts');
