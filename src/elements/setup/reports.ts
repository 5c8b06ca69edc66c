import type { ReactiveElement } from '@lit/reactive-element';
import { sleep } from '../../core/async/sleep.ts';
import type { VhError } from '../../core/errors/vh-error.ts';
import { isNearly } from '../../core/is-nearly.ts';
import { apiKeyError } from '../../core/setup/api-key-error.ts';
import { reportSetup } from '../../core/setup/report-setup.ts';
import { reportSetupError } from '../../core/setup/report-setup-error.ts';
import { describeObstacle, whyUnreachable } from '../../core/setup/why-unreachable.ts';
import { FURTHER } from './further-attributes.ts';

/** Attributes that take one of some words. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  capture: ['camera', 'screen'],
  load: ['visible', 'intent', 'now', 'consent'],
  preload: ['none', 'metadata', 'auto', ''],
  credentials: ['same-origin', 'include'],
  protocol: ['parts', 'tus', 'put', 'ietf', 's3'],
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
/** Limits of an uploader: with one that cannot be read, it takes no file. */
const LIMIT = /^(min|max)-(size|duration|width|height)$/;
/** With another value of these nothing plays, or nothing is sent. */
const NEEDED = /^(protocol|video-id|live-stream-id)$/;
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
/** The schemes of addresses that a page can load media from. */
const LOADABLE = /^(https?|blob|data):$/;
/** Milliseconds for scripts that add the player after the page has loaded. */
const GRACE_MS = 200;

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

/** What the console says of an attribute whose number cannot be read, and the error of a file that it keeps out. */
export function ignoredNumber(element: Element, name: string): string {
  return ignoredValue(
    element,
    name,
    name === 'max-size' ? 'bytes, such as "2 GB"' : 'a number, such as "10"',
  );
}

/** What the console says of an attribute whose value is none that it takes. */
function ignoredValue(element: Element, name: string, expected: string): string {
  const value = element.getAttribute(name)?.slice(0, 40) ?? '';
  const otherwise = NEEDED.test(name) ? 'cannot be used' : 'is ignored';
  const effect = LIMIT.test(name) ? 'lets no file through' : otherwise;
  return `<${element.localName} ${name}="${value}"> ${effect}: the value is ${expected}.`;
}

/** Warns the author of a player that names two things to play: it plays the first. */
export function reportTwoSources(tag: string, [first = '', second = '']: readonly string[]): void {
  reportSetup('invalid-use', `<${tag}> has ${first} and ${second}: it plays ${first}. Set one of them.`);
}

/** Warns the author of a value that a property does not take. */
export function reportIgnoredValue(tag: string, property: string, expected: string): void {
  reportSetup(
    'invalid-use',
    `A value for "${property}" of <${tag}> is ignored: it is not one of ${expected}.`,
  );
}

/** Warns the author why an element has failed, if that is a mistake in the set-up; `address` is where the media are. */
export async function reportFailure(error: VhError, address?: string): Promise<void> {
  reportSetupError(error);
  if (error.code !== 'media-network' || address === undefined || !URL.canParse(address, location.href))
    return;
  const { origin, protocol } = new URL(address, location.href);
  if (!LOADABLE.test(protocol) && protocol !== location.protocol) {
    const sentence = `Browsers load no media from "${protocol}" addresses: put the file on a server, and give its address there.`;
    return reportSetup('media-network', sentence);
  }
  const obstacle = await whyUnreachable(address);
  if (obstacle) reportSetup('media-network', describeObstacle(obstacle, `The media at ${origin}`, origin));
}

/** Warns the author of a `for` without a target, once the page has loaded and scripts have had a moment to add it. */
export async function reportMissingPlayer(host: Element & { readonly htmlFor: string }): Promise<void> {
  if (document.readyState !== 'complete') await loaded();
  await sleep(GRACE_MS);
  const { htmlFor: id, isConnected } = host;
  const root = host.getRootNode();
  const isThere = [root, document].some(
    (one) => (one instanceof Document || one instanceof ShadowRoot) && one.getElementById(id) !== null,
  );
  if (isConnected && id && !isThere)
    reportSetup('invalid-use', `<${host.localName} for="${id}"> finds no element with the id "${id}".`);
}

function loaded(): Promise<void> {
  const wait = new AbortController();
  return new Promise((resolve) => {
    const end = () => {
      wait.abort();
      resolve();
    };
    addEventListener('load', end, { signal: wait.signal });
  });
}

/** Warns the author if the page loads the library twice: the copy that ran first has defined the element. */
export function reportSecondCopy(tag: string, own: CustomElementConstructor): void {
  if (customElements.get(tag) === own) return;
  reportSetup(
    'invalid-use',
    `Another copy of vh-elements has defined <${tag}> already, so this copy is not used. Load one copy, of one version.`,
  );
}
