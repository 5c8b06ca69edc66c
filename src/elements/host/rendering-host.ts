import type { ReactiveControllerHost } from 'lit';

/** An element that a controller draws in. */
export type RenderingHost = ReactiveControllerHost &
  HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment };
