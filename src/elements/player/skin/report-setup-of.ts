import type { PlaybackEngine, PlaybackState } from '../../../playback/index.ts';
import { checkSetup } from '../../setup/check-setup.ts';
import type { InspectorHost } from '../inspector/inspector.ts';
import type { SkinHost } from './context/skin-context.ts';

/** Warns the author of mistakes in a player's attributes, and of failures that are mistakes in the set-up. */
export function reportSetupOf(host: SkinHost, engine: PlaybackEngine): void {
  checkSetup(host);
  const follow = (state: PlaybackState): void => {
    if (state.status !== 'failed') return;
    const { error, source } = state;
    import('../../setup/report-failure.ts').then(
      ({ reportFailure }) => reportFailure(error, source?.media[0]?.url ?? host.media.currentSrc),
      () => {},
    );
  };
  if (/[?&]vh-inspect\b/.test(location.search))
    import('../inspector/inspector.ts').then(
      ({ inspect }) => inspect(host as SkinHost & InspectorHost, engine),
      () => {},
    );
  engine.store.subscribe(follow);
  follow(engine.store.state);
}
