import type { RenderingHost } from '../../host/rendering-host.ts';
import type { StoppingPlayer } from '../request/end-time.ts';

/** The members of the player that its looks use. */
export interface AppearanceHost extends RenderingHost, StoppingPlayer {
  readonly heading: string | undefined;
  readonly withoutControls: boolean;
  play: () => Promise<void>;
}
