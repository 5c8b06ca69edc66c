import { LazyModule } from '../../../core/async/lazy-module.ts';

// What comes after the list, each with its moment. Here and not beside the element: a bundler that finds these imports in the list's
// own code knows that a page has the list by then, and takes nothing out of it that both need.

/** The rows, their words and pictures: beside the first part. All uploaders of a page have one, so that the second need not wait. */
export const view = new LazyModule(
  () => import('./upload-list-view.ts').then(({ prepareView }) => prepareView()),
  (View) => View,
);

/** The author's captions: when a video is stored on a page that asks for them by `captions`. */
export const loadCaptions = () => import('../captions/captions-panel.ts');
