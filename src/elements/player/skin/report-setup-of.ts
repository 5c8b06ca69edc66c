import type { PlaybackEngine, PlaybackRequest, PlaybackState } from '../../../playback/index.ts';

import { checkSetup } from '../../setup/check-setup.ts';
import type { PlayerApi } from '../api/player-api.ts';
import { report } from '../../setup/report.ts';

/** Warns the author of mistakes in a player's attributes and its request, and of failures that are mistakes in the set-up. */
export function reportSetupOf(host: PlayerApi, engine: PlaybackEngine): void {
  checkSetup(host);
  const follow = (state: PlaybackState): void => {
    reportSourcesOf(host.localName, engine.request);
    if (state.status !== 'failed') return;
    const { error, source } = state;
    report(({ reportFailure }) => reportFailure(error, source?.media[0]?.url ?? host.media.currentSrc));
  };
  if (/[?&]vh-inspect\b/.test(location.search)) void host.inspect();
  engine.store.subscribe(follow);
  follow(engine.store.state);
}

/** Warns the author of a request that names two things to play. An id beside an address is that of its session events. */
function reportSourcesOf(tag: string, request: PlaybackRequest): void {
  const { videoId, liveStreamId, src, token, backend, assetUrl } = request;
  const findsIds = token !== undefined || backend !== undefined || assetUrl !== undefined;
  const named = Object.entries({
    'src': findsIds && src,
    'video-id': videoId,
    'live-stream-id': liveStreamId,
  })
    .filter(([, value]) => value)
    .map(([name]) => name);
  if (named.length < 2) return;
  report(({ reportTwoSources }) => reportTwoSources(tag, named));
}
