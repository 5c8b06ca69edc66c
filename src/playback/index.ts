/**
 * The engine of playback. A `PlaybackEngine` plays one request in one video element: it finds the addresses of what is asked for,
 * shows the first frame before hls.js is there, chooses an adapter, and rides out stalls, refusals and lines that break. Its
 * `store` says how far it is; `stream` is what the media offer. Around it are what a viewer's browser keeps, a playback that is
 * looked up or fetched before it plays, and the pictures of a storyboard. What it does to the video element by itself it
 * says by events of that element (`vh-engine-seek`, `vh-engine-trouble`). Nothing here draws.
 */

export { PlaybackEngine } from './playback-engine.ts';
export type { PlaybackState } from './stream/playback-state.ts';
export { toMediaError } from './play-promise.ts';

// What to play.
export { sameRequest } from './source/playback-request.ts';
export type { PlaybackFunction, PlaybackReason, PlaybackRequest } from './source/playback-request.ts';
export type { PlaybackSource } from './source/playback-source.ts';
export { isGone, lookUp, SourcePrefetch } from './source/prefetch-source.ts';

// What the media offer, and what the page and the viewer want of it.
export { resolutionOf } from './stream/stream.ts';
export type {
  IFrameView,
  LivePosition,
  OpenIFrames,
  Quality,
  Stream,
  StreamAudioTrack,
} from './stream/stream.ts';
export type { AudioTrackList } from './stream/audio-track-list.ts';
export type { StreamPreferences } from './stream/stream-preferences.ts';

// What the browser can play, and what it was asked to save.
export { canPlay, managesSources } from './media/media-support.ts';
export { savesData } from './stream/rendition.ts';

// What the viewer's browser keeps.
export { ConsentMemory } from './memory/consent.ts';
export { ViewerPreferences, type ViewerChoices } from './memory/viewer-preferences.ts';

// Pictures of a storyboard.
export { fetchStoryboard, tileAt, type StoryboardTile } from './storyboard.ts';
