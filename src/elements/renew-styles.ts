import type { CSSResult, CSSResultOrNative, LitElement } from 'lit';

/** The styles of each root, in their order. */
const known = new WeakMap<Node, readonly CSSResultOrNative[]>();

/**
 * Adds `more` to an element's styles, and gives it sheets of its present document: a sheet of another one is refused there,
 * and an element that is moved (into a frame, into a picture-in-picture window) leaves its sheets behind.
 */
export function renewStyles(host: HTMLElement, ...more: readonly CSSResult[]): void {
  const root = host.shadowRoot;
  const view = host.ownerDocument.defaultView;
  if (!root) return;
  const { elementStyles } = host.constructor as typeof LitElement;
  const styles = [...new Set([...(known.get(root) ?? elementStyles), ...more])];
  known.set(root, styles);
  // A document that nobody sees needs no look.
  if (view) root.adoptedStyleSheets = styles.map((style) => sheetFor(view, style));
}

function sheetFor(view: Window & typeof globalThis, style: CSSResultOrNative): CSSStyleSheet {
  const { styleSheet, cssText } = style as CSSResult;
  if (view === window && styleSheet) return styleSheet;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(cssText);
  return sheet;
}
