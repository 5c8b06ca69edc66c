// At rest, or as it comes into view.

/** The question before anything is requested: when a player with `load="consent"` is seen. */
export const loadConsentGate = () => import('./consent/consent-gate.ts');

/** The entries of a playlist: for a player that has one. */
export const loadPlaylist = () => import('./playlist/playlist.ts');

/** Unreadable tracks, the end of `end-time`, a button of the browser's: for a player that has any of them, or a look. */
export const loadMediaExtras = () => import('./media/media-extras.ts');

/** A theme, or a film behind the words of a page: for a player that has one of the two. */
export const loadAppearance = () => import('./appearance/appearance.ts');

// About to be used.

/** The controls, with the captions that are drawn: for a player that is about to be used, or has failed. */
export const loadSkin = () => import('./skin/skin.ts');

/** Session events: with the first media that have a collector. */
export const loadSession = () => import('./session/player-session.ts');

/** Formats beside the first generation's, and the page's own collectors: for a page that wants those. */
export const loadOtherReports = () => import('./session/other-reports.ts');

/** Chapters and markers: for a video that has some. */
export const loadTimeline = () => import('./timeline/follow-timeline.ts');

/** The card at the end of an entry: with the controls of a player that has a playlist. */
export const loadUpNext = () => import('./skin/up-next/up-next.ts');

// By what a viewer, or the page, does.

/** The settings, with the panel for the look of captions: with the first press on a control that opens a page of them. */
export const loadSettings = () => import('./skin/menu/settings-sheet.ts');

/** The pictures over the seek bar: when a pointer comes to the bar of a video that has some. */
export const loadPreview = () => import('./skin/seek-bar/preview.ts');

/** The curve over the seek bar: for a player that is told how often each place was watched. */
export const loadMostWatched = () => import('./skin/seek-bar/most-watched/most-watched.ts');

/** The window above all others: with the first press on its button, or as it plays with `auto-pip`. */
export const loadWindow = () => import('./presentation/pip-window/player-window.ts');

/** What buttons with `commandfor` say: with the first press on one. */
export const loadCommands = () => import('./commands/player-commands.ts');

/** The inspector: when the page, or its address, asks for it. */
export const loadInspector = () => import('./inspector/inspector.ts');

export { elementPart as playerPart } from '../host/element-part.ts';
