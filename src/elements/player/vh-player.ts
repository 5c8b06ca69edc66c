import { html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { pageConfig } from '../../core/config.ts';
import type { Playback } from '../../core/playback.ts';
import { PlaybackEngine } from '../../playback/playback-engine.ts';
import { hasMediaSource } from '../../playback/open-feed.ts';
import { mediaErrorCode } from '../../playback/media-failure.ts';
import type { PlaybackFunction, PlaybackRequest } from '../../playback/playback-request.ts';
import type { PlaybackState } from '../../playback/playback-state.ts';
import { player as english } from '../../locales/en/player.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';
import { icon } from '../icons.ts';
import { tokens } from '../tokens.ts';
import { WordsController } from '../words-controller.ts';
import { facadeStyles } from './facade-styles.ts';
import { formatTime } from './format-time.ts';
import { whenSeen, whenTouched } from './interest.ts';
import { LightChildren } from './light-children.ts';
import { MediaElement } from './media-element.ts';
import type { Skin } from './skin/skin.ts';

export { VhErrorEvent };

/**
 * Plays a video or a live stream.
 *
 * It is a media element: every property, method and event of `HTMLVideoElement` works on it.
 *
 * @summary A video player that costs next to nothing until it is seen, and little until it is played.
 * @tag vh-player
 * @slot - `<source>` and `<track>` elements, as in a `<video>`.
 * @fires vh-error - The playback ended and will not recover by itself; `error` has a `code`.
 * @fires error - The same, as a native media element says it; see the `error` property.
 * @csspart media - The video element.
 * @csspart play-button - The button over the poster.
 * @csspart title - The heading over the poster.
 * @csspart duration - The duration in the corner.
 * @csspart controls - The bar of controls.
 * @csspart message - What is shown in place of a video that cannot be played.
 * @cssproperty --vh-accent - The colour of buttons and of the played part.
 * @cssproperty --vh-radius - The roundness of corners.
 * @cssstate playing - It plays.
 * @cssstate failed - It ended with an error.
 */
export class VhPlayer extends MediaElement {
  static override styles = [tokens, facadeStyles];

  static override properties = {
    videoId: { attribute: 'video-id' },
    liveStreamId: { attribute: 'live-stream-id' },
    token: {},
    playback: { attribute: false },
    baseUrl: { attribute: 'base-url' },
    assetUrl: { attribute: 'asset-url' },
    backend: {},
    collectorUrl: { attribute: 'collector-url' },
    heading: {},
    startTime: { attribute: 'start-time', type: Number },
    endTime: { attribute: 'end-time', type: Number },
    loading: { attribute: 'load' },
    withoutControls: { attribute: 'without-controls', type: Boolean },
    withoutEvents: { attribute: 'without-events', type: Boolean },
  };

  /** The video to play, by its id; wants `asset-url` or `backend`. */
  declare videoId: string | undefined;
  /** The live stream to play, by its id; wants `asset-url` or `backend`. */
  declare liveStreamId: string | undefined;
  /** The token of a private video. */
  declare token: string | undefined;
  /** A playback, or a function that fetches one. */
  declare playback: Playback | PlaybackFunction | undefined;
  /** The service's address. */
  declare baseUrl: string | undefined;
  /** Where the service keeps its media. */
  declare assetUrl: string | undefined;
  /** The address of the page's own backend. */
  declare backend: string | undefined;
  /** Where session events go, unless the playback says. */
  declare collectorUrl: string | undefined;
  /** The title, shown before the video plays. */
  declare heading: string | undefined;
  /** Seconds: where playback begins. */
  declare startTime: number | undefined;
  /** Seconds: where playback pauses. */
  declare endTime: number | undefined;
  /** When it may begin to load: `visible` (default), `intent`, `now`. */
  declare loading: string | undefined;
  /** Shows no controls and no play button: the page has its own. */
  declare withoutControls: boolean;
  /** Sends no session events. */
  declare withoutEvents: boolean;
}
