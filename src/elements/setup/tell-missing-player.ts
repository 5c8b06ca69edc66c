import { tellSetup } from '../../core/tell-setup.ts';

/** Tells the author of a `for` without a target, once the page has loaded and scripts have had a moment to add it. */
export async function tellMissingPlayer(host: Element & { readonly htmlFor: string }): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise((resolve) => requestIdleCallbackOr(resolve));
  const { htmlFor: id, isConnected } = host;
  const root = host.getRootNode();
  const isThere = [root, document].some(
    (one) => (one instanceof Document || one instanceof ShadowRoot) && one.getElementById(id) !== null,
  );
  if (isConnected && id && !isThere)
    tellSetup('invalid-use', `<${host.localName} for="${id}"> finds no element with the id "${id}".`);
}

/** WebKit has no idle callback. */
function requestIdleCallbackOr(call: (value?: unknown) => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(call);
  else setTimeout(call, 200);
}
