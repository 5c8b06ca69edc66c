import { pageWide } from '../../core/page-wide.ts';
import type { CSSResult, CSSResultOrNative, ReactiveElement } from '@lit/reactive-element';

/** The styles of each element, in their order. */
const known = pageWide('element-styles/1', () => new WeakMap<Node, readonly CSSResultOrNative[]>());

/**
 * Adds `more` to an element's styles, and gives it sheets of its present document: a sheet of another one is refused there,
 * and an element that is moved (into a frame, into a picture-in-picture window) leaves its sheets behind.
 */
export function renewStyles(host: HTMLElement, ...more: readonly CSSResult[]): void {
  const { shadowRoot } = host;
  if (!shadowRoot) return;
  const { elementStyles } = host.constructor as typeof ReactiveElement;
  const styles = [...new Set([...(known.get(shadowRoot) ?? elementStyles), ...more])];
  known.set(shadowRoot, styles);
  // The second one is another root while what the element shows is in another window.
  for (const root of new Set([shadowRoot, Reflect.get(host, 'renderRoot') as ShadowRoot])) {
    const view = root.ownerDocument.defaultView;
    // A document without a window needs no styles.
    if (view) root.adoptedStyleSheets = styles.map((style) => sheetFor(view, style, root.host === host));
  }
}

function sheetFor(
  view: Window & typeof globalThis,
  style: CSSResultOrNative,
  isOwnRoot: boolean,
): CSSStyleSheet {
  const { styleSheet, cssText } = style as CSSResult;
  if (view === window && styleSheet && isOwnRoot) return styleSheet;
  const sheet = new view.CSSStyleSheet();
  // Only a custom element has states: its stand-in elsewhere has classes of the same names.
  sheet.replaceSync(isOwnRoot ? cssText : cssText.replace(/:state\(([\w-]+)\)/g, '.$1'));
  return sheet;
}
