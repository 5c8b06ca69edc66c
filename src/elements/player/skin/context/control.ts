import { html, nothing, type TemplateResult } from 'lit';
import type { CaptionDelay, CaptionTracks, Chapter, DrawnMarker } from '../../../../captions/index.ts';
import type { PlayerWords } from '../../../../locales/en/player.ts';
import type { PlaybackEngine } from '../../../../playback/index.ts';
import type { Icon } from '../../../styling/icons.ts';
import type { PlayerPreferences } from './player-preferences.ts';
import type { KeyAction } from '../../api/key-choice.ts';
import type { KeyBinding } from './key-map.ts';
import type { PartLoop } from './part-loop.ts';
import type { PlayerApi } from '../../api/player-api.ts';
import type { Timeline } from './timeline.ts';

/** The player as its controls see it. */
export interface SkinContext {
  readonly host: PlayerApi;
  readonly media: HTMLVideoElement;
  readonly engine: PlaybackEngine;
  readonly timeline: Timeline;
  /** Of a video; none where the page has taken them out. */
  readonly chapters: readonly Chapter[];
  /** The page's, as far as the viewer may go to them; none where the page has taken them out. */
  readonly markers: readonly DrawnMarker[];
  /** The title of what plays. */
  readonly title: string | undefined;
  readonly words: PlayerWords;
  /** BCP 47: the language for numbers. */
  readonly locale: string;
  /** Absent while the player is outside a document. */
  readonly captions: CaptionTracks | undefined;
  /** How late captions show. */
  readonly captionDelay: CaptionDelay;
  /** The viewer's own captions. */
  readonly captionsFile: { readonly isOffered: boolean; choose: () => void };
  /** The viewer's choices, kept for other visits. */
  readonly choices: PlayerPreferences;
  /** The part that a viewer repeats. */
  readonly partLoop: PartLoop;
  /** The keys of all controls that are there. */
  readonly bindings: readonly KeyBinding[];
  /** The first key of an action, as it is shown; none where the page has taken it out. */
  keyFor: (action: KeyAction) => string | undefined;
  /** True unless the page has taken that control out. */
  has: (name: string) => boolean;
  /** Renders the controls again. */
  update: () => void;
  /** Shows a word over the picture for a moment, and says it to screen readers. */
  notify: (text: string) => void;
  /** Says something to screen readers at once, and shows nothing. */
  announce: (text: string) => void;
  /** Opens the settings at one of their pages, or closes them. */
  toggleSettings: (page?: string) => void;
  /** The page at which the settings were opened, `first` for the list of pages; undefined while they are closed. */
  readonly openSettings: string | undefined;
  /** Gives the focus to the first control. */
  focusControls: () => void;
  /** Plays, or pauses. */
  togglePlay: () => void;
  /** Follows the player where it shows now: its content has come into another window, or back into the page. */
  takePlace: () => void;
}

/**
 * Where a control stands in a wide player. In a small one, its place is its own. What moves in time stands in `transport`,
 * from left to right as time runs on the seek bar.
 */
export type ControlPlace = 'seek' | 'transport' | 'start' | 'end';

/** One control: its button, its keys and what it does. */
export interface Control {
  /** As in `::part(name)`, in the attribute `without-name` and in the slots `before-name` and `after-name`. */
  readonly name: string;
  readonly place: ControlPlace;
  /** The keys that do the same from anywhere in the player. */
  readonly keys?: readonly KeyBinding[];
  /** Nothing where this media or this browser has no use for it. */
  render: () => TemplateResult | typeof nothing;
  /**
   * Draws what another time changes, and what no template may hold: an inline style there is what a strict page forbids. It
   * follows each draw, and each time that a viewer sees.
   */
  paint?: (root: ParentNode) => void;
  /** Says where the media are to who reads the page without looking at it, while the controls are hidden. */
  tell?: (root: ParentNode) => void;
  /** Follows the media until the signal aborts. */
  follow?: (signal: AbortSignal) => void;
}

/** The content of a button of the bar. */
export interface ButtonOptions {
  /** Classes, the first of which is the button's part as well. */
  name: string;
  icon: Icon;
  label: string;
  act: (event: Event) => void;
  /** The key that does the same. */
  key?: string | undefined;
  pressed?: boolean | undefined;
  /** True for what has nothing to do just now; it keeps its place, and the focus. */
  disabled?: boolean | undefined;
  /** Of a button that opens a menu. */
  expanded?: boolean | undefined;
  /** The tooltip, in place of the label. */
  hint?: string | undefined;
}

/** A button of the bar. */
export function controlButton(options: ButtonOptions): TemplateResult {
  const { name, icon, label, act, key, pressed, disabled, expanded, hint = label } = options;
  const [part = name] = name.split(' ');
  return html`<button
    class="button ${name}"
    part="button ${part}"
    aria-label=${label}
    aria-keyshortcuts=${key ?? nothing}
    aria-pressed=${pressed ?? nothing}
    aria-disabled=${disabled ? 'true' : nothing}
    aria-haspopup=${expanded === undefined ? nothing : 'menu'}
    aria-expanded=${expanded ?? nothing}
    data-hint=${hint}
    data-key=${key ?? nothing}
    @click=${act}
  >
    ${icon()}
  </button>`;
}
