import { sleep } from '../../../core/async/sleep.ts';
import { readNumberData } from '../../../locales/format/number-format.ts';

type ViewModule = typeof import('./upload-list-view.ts');

/** The view's module, once it has come. */
let view: ViewModule | undefined;
let loading: Promise<ViewModule | undefined> | undefined;

/** The view's module, where it is there already or on its way. */
export const requestedView = (): ViewModule | Promise<ViewModule | undefined> | undefined => view ?? loading;

/** Loads the view's module. Resolves with nothing when it does not come; the next call tries again. */
export function loadView(): Promise<ViewModule | undefined> {
  return (loading ??= import('./upload-list-view.ts')
    .then(async (module) => {
      // In a separate turn: the first row takes long enough without that.
      await readNumberData();
      await sleep(0);
      return (view = module);
    })
    .catch(() => (loading = undefined)));
}
