import type { ReactiveControllerHost } from 'lit';

/** What the skin knows of the player that wears it. */
export interface SkinHost extends ReactiveControllerHost, HTMLElement {
  readonly media: HTMLVideoElement;
  readonly withoutControls: boolean;
  readonly renderRoot: HTMLElement | DocumentFragment;
  play: () => Promise<void>;
  pause: () => void;
}
