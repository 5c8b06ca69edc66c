import type { ReactiveElement } from '@lit/reactive-element';
import { apiKeyError } from '../../core/setup/api-key-error.ts';
import { isNearly } from '../../core/is-nearly.ts';
import { reportSetup } from '../../core/setup/report-setup.ts';
import { FURTHER } from './further-attributes.ts';
import { ignoredNumber, ignoredValue } from './ignored-value.ts';

/** Attributes that take one of some words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  capture: ['camera', 'screen'],
  load: ['visible', 'intent', 'now', 'consent'],
  preload: ['none', 'metadata', 'auto', ''],
  credentials: ['same-origin', 'include'],
  protocol: ['parts', 'tus', 'put'],
};
const ID = { isTaken: /^[\w-]{0,64}$/, expected: 'an id: up to 64 letters, digits, "-" and "_"' };
const NUMBER = { isTaken: /^\s*$|^\s*\d*\.?\d+\s*$/, expected: 'a number, such as "10"' };
/** Attributes whose values can be told from others by their letters. */
const SHAPES: Readonly<Record<string, { isTaken: RegExp; expected: string }>> = {
  'video-id': ID,
  'live-stream-id': ID,
  'speeds': { isTaken: /^$|\d/, expected: 'speeds from 0.0625 to 16, such as "0.5 1 2"' },
  'skip-seconds': NUMBER,
  'sample-rate': { ...NUMBER, expected: 'a share from 0 to 1, such as "0.1"' },
};
/** Attributes of every element that resemble one of ours. */
const GLOBAL = [
  'accesskey',
  'autofocus',
  'draggable',
  'exportparts',
  'inert',
  'is',
  'nonce',
  'popover',
  'translate',
];

/**
 * Warns the author of attributes that are nearly one of the element's, of numbers and words that are none, and of a tag that
 * is not closed.
 */
export function reportAttributes(element: HTMLElement): void {
  const { observedAttributes, elementProperties } = element.constructor as typeof ReactiveElement;
  const refusal = apiKeyError(element);
  if (refusal) reportSetup(refusal.code, refusal.message);
  const { localName } = element;
  const inside = element.querySelector('vh-player, vh-uploader')?.localName;
  if (inside !== undefined)
    reportSetup(
      'invalid-use',
      `<${inside}> is inside <${localName}>, where nobody sees it. Close the tag: <${localName}></${localName}>.`,
    );
  const known = [...observedAttributes, ...FURTHER];
  for (const name of element.getAttributeNames()) {
    if (known.includes(name) || GLOBAL.includes(name)) continue;
    const meant = known.find((one) => isNearly(name, one));
    if (meant !== undefined)
      reportSetup(
        'invalid-use',
        `<${element.localName}> has no attribute "${name}". Did you mean "${meant}"?`,
      );
  }
  for (const [property, { attribute }] of elementProperties) {
    if (!Number.isNaN(Reflect.get(element, property))) continue;
    const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
    reportSetup('invalid-use', ignoredNumber(element, name));
  }
  for (const [name, words] of Object.entries(WORDS)) {
    const value = known.includes(name) ? element.getAttribute(name) : null;
    if (value === null || words.includes(value)) continue;
    reportSetup('invalid-use', ignoredValue(element, name, `one of ${words.filter(Boolean).join(', ')}`));
  }
  for (const [name, { isTaken, expected }] of Object.entries(SHAPES)) {
    if (!known.includes(name) || isTaken.test(element.getAttribute(name) ?? '')) continue;
    reportSetup('invalid-use', ignoredValue(element, name, expected));
  }
}
