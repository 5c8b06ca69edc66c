import { LazyModule, type LazyPart } from '../../core/async/lazy-module.ts';
import { reportTo } from '../events/vh-error-event.ts';

/**
 * A part of an element whose code comes later. All fail in the same way: the page is told once, by a `vh-error` of the element
 * with `code-unavailable`; the element does without the part; and the next need of it loads it again.
 */
export function elementPart<Module, Part>(
  element: EventTarget,
  load: () => Promise<Module>,
  create: (module: Module) => Part,
  failed?: () => void,
): LazyPart<Part> {
  const report = reportTo(element);
  return new LazyModule(load, create, (error) => {
    failed?.();
    report(error);
  });
}
