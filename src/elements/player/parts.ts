import { LazyModule, type LazyPart } from '../../core/async/lazy-module.ts';
import { VhErrorEvent } from '../events/vh-error-event.ts';

/** The controls, with the captions that are drawn; what they load themselves is in `skin/parts.ts`. For a player that is about to be used, or has failed. */
export const loadSkin = () => import('./skin/skin.ts');

/** The entries of a playlist: for a player that has one. */
export const loadPlaylist = () => import('./playlist/playlist.ts');

/** Session events: with the first media that have a collector. */
export const loadSession = () => import('./session/player-session.ts');

/** Formats beside the first generation's, and the page's own collectors: for a page that wants those. */
export const loadOtherReports = () => import('./session/other-reports.ts');

/** The theme, a background film, the end of `end-time`, unreadable tracks: for a player that has any of them. */
export const loadAppearance = () => import('./appearance/appearance.ts');

/** Chapters and markers: for a video that has some. */
export const loadTimeline = () => import('./timeline/follow-timeline.ts');

/** The question before anything is requested: when a player with `load="consent"` is seen. */
export const loadConsentGate = () => import('./consent/consent-gate.ts');

/** What buttons with `commandfor` say: with the first press on one. */
export const loadCommands = () => import('./commands/player-commands.ts');

/** The inspector: when the page, or its address, asks for it. */
export const loadInspector = () => import('./inspector/inspector.ts');

/**
 * A part of a player whose code comes later. All fail in the same way: the page is told once, by a `vh-error` of the player with
 * `code-unavailable`; the player does without the part; and the next need of it loads it again.
 */
export function playerPart<Module, Part>(
  player: EventTarget,
  load: () => Promise<Module>,
  create: (module: Module) => Part,
  failed?: () => void,
): LazyPart<Part> {
  return new LazyModule(load, create, (error) => {
    failed?.();
    player.dispatchEvent(new VhErrorEvent(error));
  });
}
