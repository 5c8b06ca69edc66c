import type { ReactiveControllerHost } from 'lit';

/** The members of the player that the skin uses. */
export interface SkinHost extends ReactiveControllerHost, HTMLElement {
  readonly media: HTMLVideoElement;
  readonly withoutControls: boolean;
  readonly heading: string | undefined;
  readonly renderRoot: HTMLElement | DocumentFragment;
  play: () => Promise<void>;
  pause: () => void;
}
