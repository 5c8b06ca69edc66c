import type { ReactiveControllerHost } from 'lit';

/** The members of the player that its looks use. */
export interface LooksHost extends ReactiveControllerHost, HTMLElement {
  readonly media: HTMLVideoElement;
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly heading: string | undefined;
  play: () => Promise<void>;
  pause: () => void;
}
