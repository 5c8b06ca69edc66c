import type { ReactiveControllerHost } from 'lit';

/** The members of the player that a background film uses. */
export interface BackgroundHost extends ReactiveControllerHost, HTMLElement {
  readonly media: HTMLVideoElement;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly withoutControls: boolean;
  readonly heading: string | undefined;
  play: () => Promise<void>;
  pause: () => void;
}

/** True for `muted loop autoplay without-controls`: a film behind the words of a page, which nobody has asked for. */
export function isBackground(host: BackgroundHost): boolean {
  const { muted, loop } = host.media;
  return host.withoutControls && muted && loop && host.hasAttribute('autoplay');
}
