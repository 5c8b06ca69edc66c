import type { ReactiveElement } from '@lit/reactive-element';
import type { VhError } from '../../core/vh-error.ts';

/** Attributes of every element, and of frameworks. */
const ORDINARY =
  /^(aria-|data-|on|without-|(class|id|style|slot|title|lang|dir|hidden|part|role|tabindex)$)|[^a-z_-]/;

/** Tells the author of an error of the element, or of its attributes. Loaded for those who have one to tell of. */
export function tellOf(element: HTMLElement, error?: VhError): void {
  import('./tell-failure.ts').then(
    ({ tellAttributes, tellFailure }) => (error ? tellFailure(error) : tellAttributes(element)),
    () => {},
  );
}

/** Tells the author of mistakes in an element's attributes, if there may be some. */
export function checkSetup(element: HTMLElement): void {
  const { observedAttributes, elementProperties } = element.constructor as typeof ReactiveElement;
  if (
    element.getAttributeNames().some((name) => !observedAttributes.includes(name) && !ORDINARY.test(name)) ||
    [...elementProperties.keys()].some((name) => Number.isNaN(Reflect.get(element, name)))
  )
    tellOf(element);
}
