// Reports are errors: each element has the class, so that a bundler makes no third file of it.
export { VhError } from '../../core/errors/vh-error.ts';
import type { ReactiveElement } from '@lit/reactive-element';
import { FURTHER } from './further-attributes.ts';
import { report } from './report.ts';

/** Attributes of every element, and of frameworks. */
const ORDINARY =
  /^((aria|class|data|metadata|on|without).*|dir|hidden|id|lang|part|role|slot|style|tabindex|title)$|[^a-z-]/;
/** What some attributes take, roughly: the code that warns of other values knows more. */
const TAKEN: readonly (readonly [names: readonly string[], RegExp])[] = [
  [
    ['load', 'preload', 'credentials', 'protocol'],
    /^(visible|intent|now|consent|none|metadata|auto|same-origin|include|parts|tus|put|)$/,
  ],
  [['video-id', 'live-stream-id'], /^[\w-]{0,64}$/],
  [['speeds', 'skip-seconds', 'sample-rate'], /^$|\d/],
];

/** Checks an element's attributes whenever it comes into a page, and not only when it is used. */
export function checkWhenConnected(element: HTMLElement & Pick<ReactiveElement, 'addController'>): void {
  element.addController({ hostConnected: () => queueMicrotask(() => checkSetup(element)) });
}

/** Loads the code that warns the author of mistakes in an element's attributes, if there may be some. */
export function checkSetup(element: HTMLElement): void {
  const { observedAttributes, elementProperties } = element.constructor as typeof ReactiveElement;
  if (
    element
      .getAttributeNames()
      .some(
        (name) =>
          /key/.test(name) || (![...observedAttributes, ...FURTHER].includes(name) && !ORDINARY.test(name)),
      ) ||
    [...elementProperties.keys()].some((name) => Number.isNaN(Reflect.get(element, name))) ||
    TAKEN.some(([names, taken]) => names.some((name) => !taken.test(element.getAttribute(name) ?? ''))) ||
    element.getAttribute('capture') === '' ||
    element.querySelector('vh-player, vh-uploader')
  )
    report(({ reportAttributes }) => reportAttributes(element));
}
