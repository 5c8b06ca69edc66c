import type { VhError } from '../../core/errors/vh-error.ts';

/**
 * What the engine says of its own doings, as events of the video element: a report of the viewing must not take them
 * for the viewer's.
 */
interface EngineEvents {
  /** It moves the playhead to this second. */
  'vh-engine-seek': CustomEvent<number>;
  /** Something failed, and it tries to recover. */
  'vh-engine-trouble': CustomEvent<VhError>;
}

declare global {
  interface HTMLMediaElementEventMap {
    'vh-engine-seek': EngineEvents['vh-engine-seek'];
    'vh-engine-trouble': EngineEvents['vh-engine-trouble'];
  }
}

export function dispatchEngineEvent<Type extends keyof EngineEvents>(
  media: EventTarget,
  type: Type,
  detail: EngineEvents[Type]['detail'],
): void {
  media.dispatchEvent(new CustomEvent(type, { detail }));
}

/** Goes to a place that no viewer has chosen. */
export function seekByEngine(media: HTMLMediaElement, seconds: number): void {
  dispatchEngineEvent(media, 'vh-engine-seek', seconds);
  media.currentTime = seconds;
}
