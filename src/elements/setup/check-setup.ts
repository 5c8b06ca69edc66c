import type { ReactiveElement } from '@lit/reactive-element';

/** Attributes of every element, and of frameworks. */
const ORDINARY = /^(aria|class|data|dir|hidden|id|lang|on|part|role|slot|style|tab|title|without)|[^a-z-]/;

/** Loads the code that warns the author of mistakes in an element's attributes, if there may be some. */
export function checkSetup(element: HTMLElement): void {
  const { observedAttributes, elementProperties } = element.constructor as typeof ReactiveElement;
  if (
    element
      .getAttributeNames()
      .some((name) => /key/.test(name) || !(observedAttributes.includes(name) || ORDINARY.test(name))) ||
    [...elementProperties.keys()].some((name) => Number.isNaN(Reflect.get(element, name))) ||
    element.getAttribute('capture') === '' ||
    element.querySelector('vh-player, vh-uploader')
  )
    import('./report-attributes.ts').then(
      ({ reportAttributes }) => reportAttributes(element),
      () => {},
    );
}
