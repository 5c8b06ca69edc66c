import type { VhError } from '../../../core/errors/vh-error.ts';
import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { AppearanceHost } from '../host/appearance-host.ts';

/** Called for an error that does not stop playback. */
export type Tell = (error: VhError) => unknown;

/** The appearance that few players have. A page that cannot fetch them does without. */
export function loadAppearance(host: AppearanceHost, engine: PlaybackEngine, tell: Tell): Promise<unknown> {
  return import('./appearance.ts').then(
    ({ Appearance }) => new Appearance(host, engine, tell),
    () => {},
  );
}
