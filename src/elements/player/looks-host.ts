import type { RenderingHost } from '../rendering-host.ts';
import type { StoppingPlayer } from './stop-at-end.ts';

/** The members of the player that its looks use. */
export interface LooksHost extends RenderingHost, StoppingPlayer {
  readonly heading: string | undefined;
  readonly withoutControls: boolean;
  play: () => Promise<void>;
}
