/** Gives the focus of a view that went to the one that is there now; true once that is done. */
export function giveFocus(
  host: HTMLElement,
  facade: Element | undefined,
  skin: { focus: () => unknown } | undefined,
): boolean {
  const goal = facade?.isConnected
    ? facade.querySelector<HTMLElement>(':is(.start, .wait):not([hidden])')
    : skin;
  const { activeElement } = document;
  const { activeElement: own } = host.getRootNode() as Document | ShadowRoot;
  // The viewer may be writing elsewhere by now.
  if (!activeElement || activeElement === document.body || own === host) goal?.focus();
  return goal !== undefined;
}

/** True for what had the focus, of the facade or of the controls before it, and is not to be seen any more. */
export function hasLostFocus(focused: Element, facade: Element | undefined): boolean {
  if (facade?.contains(focused)) return !facade.isConnected || focused.matches('[hidden]');
  return !focused.isConnected && facade?.isConnected === true;
}
