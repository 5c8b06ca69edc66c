import type { PlayerApi, RequestSettings } from '../api/player-api.ts';
import { pageConfig, type Config } from '../../../core/config.ts';
import {
  type PlaybackEngine,
  type PlaybackRequest,
  type StreamPreferences,
  sameRequest,
} from '../../../playback/index.ts';
import type { LightChildren } from '../media/light-children.ts';

/** The source of a request: a player, or an entry of its playlist. */
export type RequestSource = Omit<RequestSettings, 'backend' | 'credentials' | 'assetUrl'>;

/** The attributes of a player that say what to play, and what holds for the page where they are silent. */
export function requestOf(
  player: RequestSettings,
  source: RequestSource = player,
  children?: Pick<LightChildren, 'playback' | 'sources'>,
  page: Readonly<Config> = pageConfig(),
): PlaybackRequest {
  const { backend, assetUrl, credentials } = player;
  const { src, playback, videoId, liveStreamId, token, ahead } = source;
  return {
    src: src || undefined,
    playback: playback ?? children?.playback,
    videoId,
    liveStreamId,
    token,
    ahead,
    // The element's own settings come before the page's.
    backend: backend ?? (assetUrl === undefined ? page.backend : undefined),
    credentials: credentials ?? page.credentials,
    assetUrl: assetUrl ?? page.assetUrl,
    sources: children?.sources,
  };
}

/** The page's defaults as they were when a request began. */
const DEFAULTS = new WeakMap<PlaybackRequest, Readonly<Config>>();

/**
 * The same, for an engine that may have begun: a later `configure()` is for the next playback, and for one that has failed.
 * Else a film would stop and begin anew.
 */
export function nextRequestOf(
  { request: present, store }: Pick<PlaybackEngine, 'request' | 'store'>,
  ...[player, source, children]: Parameters<typeof requestOf>
): PlaybackRequest {
  const began = store.state.status === 'failed' ? undefined : DEFAULTS.get(present);
  const same = began && requestOf(player, source, children, began);
  if (same && sameRequest(same, present)) return same;
  const page = { ...pageConfig() };
  const next = requestOf(player, source, children, page);
  DEFAULTS.set(next, page);
  return next;
}

/** What the page wants of the playback; `isPlain` where the controls are its own, or the browser's. */
export function preferencesOf(player: PlayerApi, isPlain: boolean): Partial<StreamPreferences> {
  const { subject, withoutControls, muted, loop } = player;
  return {
    subject,
    resumes: !isPlain && mayResume(player),
    // By the attribute: a background film takes the property back, so that the browser does not start it.
    isBackground: withoutControls && muted && loop && player.hasAttribute('autoplay'),
    cmcd: player.matches('[cmcd],[collector-format~=cmcd]') && player,
  };
}

/** Seconds: where the page says that playback begins, by the player or by its own address. */
export function startTimeOf({ startTime, timeParameter }: PlayerApi): number | undefined {
  if (startTime !== undefined || !timeParameter) return startTime;
  return parseFloat(new URLSearchParams(location.search).get(timeParameter) ?? '') || undefined;
}

/** A player resumes where its viewer stopped, unless its page says where to begin or end, or wants no memory. */
function mayResume(player: PlayerApi): boolean {
  const { startTime = player.endTime } = player;
  return startTime === undefined && !player.matches('[loop],[without-memory],[without-resume]');
}
