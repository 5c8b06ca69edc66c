import type { PlaybackEngine } from '../../../playback/playback-engine.ts';
import type { PlaybackState } from '../../../playback/playback-state.ts';
import { checkSetup } from '../../setup/check-setup.ts';
import type { SkinHost } from './skin-host.ts';

/** Tells the author of mistakes in a player's attributes, and of failures that are mistakes in the set-up. */
export function tellSetupOf(host: SkinHost, engine: PlaybackEngine): void {
  checkSetup(host);
  const follow = (state: PlaybackState): void => {
    if (state.status !== 'failed') return;
    const { error, viewing } = state;
    import('../../setup/tell-failure.ts').then(
      ({ tellFailure }) => tellFailure(error, viewing?.media[0]?.url ?? host.media.currentSrc),
      () => {},
    );
  };
  engine.store.subscribe(follow);
  follow(engine.store.state);
}
