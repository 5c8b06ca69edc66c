import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { LazyModule } from '../../core/async/lazy-module.ts';

/**
 * Takes an element's styles along to the document that it was moved to. Where their code does not come, its next updates try
 * again: an element that is used is updated.
 */
export function takeStyles(host: HTMLElement & ReactiveControllerHost): void {
  const code = new LazyModule(
    () => import('./renew-styles.ts'),
    ({ renewStyles }) => {
      renewStyles(host);
      host.removeController(again);
    },
  );
  const again: ReactiveController = { hostUpdated: () => void code.need() };
  host.addController(again);
  void code.need();
}
