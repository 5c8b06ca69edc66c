import type { VhError } from '../../core/errors/vh-error.ts';

/**
 * What the engine says of its own doings, as events of the video element: whoever reports a viewing must not take them
 * for the viewer's.
 */
interface EngineEvents {
  /** It moves the playhead, to so many seconds. */
  'vh-engine-seek': CustomEvent<number>;
  /** Something failed, and it tries to go on. */
  'vh-engine-trouble': CustomEvent<VhError>;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- Adds to what TypeScript has.
  interface HTMLMediaElementEventMap extends EngineEvents {}
}

export function tellEngine<Type extends keyof EngineEvents>(
  media: EventTarget,
  type: Type,
  detail: EngineEvents[Type]['detail'],
): void {
  media.dispatchEvent(new CustomEvent(type, { detail }));
}

/** Goes to a place that no viewer has chosen. */
export function seekByEngine(media: HTMLMediaElement, seconds: number): void {
  tellEngine(media, 'vh-engine-seek', seconds);
  media.currentTime = seconds;
}
