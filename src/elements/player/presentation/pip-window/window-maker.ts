/** Makes a window above all others that a page fills with its own elements. TypeScript's types do not have it. */
export interface WindowMaker {
  requestWindow: (options: { width: number; height: number }) => Promise<Window & typeof globalThis>;
}

/** Where the browser has one: Chromium and Firefox, for pages that are in no frame. */
export function windowMaker({ ownerDocument: { defaultView } }: Element): WindowMaker | undefined {
  if (!defaultView || defaultView.top !== defaultView) return undefined;
  return Reflect.get(defaultView, 'documentPictureInPicture') as WindowMaker | undefined;
}
