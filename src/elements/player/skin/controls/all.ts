import type { Control, SkinContext } from '../context/control.ts';
import { AudioDescriptionControl } from './audio-description.ts';
import { CaptionsMenuControl } from './captions-menu.ts';
import { CaptionsControl } from './captions.ts';
import { ChaptersControl } from './chapters.ts';
import { FrameStepControl } from './frame-step.ts';
import { FullscreenControl } from './fullscreen.ts';
import { LiveControl } from './live.ts';
import { MarkersControl } from './markers.ts';
import { PartLoopControl } from './part-loop.ts';
import { PictureInPictureControl } from './picture-in-picture.ts';
import { PlayControl } from './play.ts';
import { PlaylistControl, ShuffleControl } from './playlist.ts';
import { NextControl, PreviousControl } from './playlist-steps.ts';
import { RemotePlaybackControl } from './remote-playback.ts';
import { SeekBar } from '../seek-bar/seek-bar.ts';
import { SettingsControl } from './settings.ts';
import { SkipBackControl, SkipForwardControl } from './skip.ts';
import { SpeedControl } from './speed.ts';
import { TimeControl } from './time.ts';
import { VolumeControl } from './volume.ts';
import { isControlDisabled } from '../context/disabled-controls.ts';

/** Every control, in the order in which they stand and the keyboard comes to them. */
const CONTROLS: readonly (new (skin: SkinContext) => Control)[] = [
  PreviousControl,
  PlayControl,
  NextControl,
  SkipBackControl,
  SkipForwardControl,
  FrameStepControl,
  VolumeControl,
  TimeControl,
  LiveControl,
  ChaptersControl,
  MarkersControl,
  SeekBar,
  ShuffleControl,
  PlaylistControl,
  AudioDescriptionControl,
  CaptionsControl,
  CaptionsMenuControl,
  SpeedControl,
  PartLoopControl,
  SettingsControl,
  PictureInPictureControl,
  RemotePlaybackControl,
  FullscreenControl,
];

/** Of no use for media without a picture. */
const OF_THE_PICTURE: ReadonlySet<string> = new Set(['picture-in-picture', 'fullscreen']);

/** The controls of one player. */
export class Controls {
  readonly #all: readonly Control[];
  readonly #host: HTMLElement;
  readonly #hasPicture: () => boolean;

  constructor(skin: SkinContext, hasPicture: () => boolean) {
    this.#host = skin.host;
    this.#hasPicture = hasPicture;
    this.#all = CONTROLS.map((Kind) => new Kind(skin));
  }

  /** The controls that the page keeps and the media need. */
  get present(): readonly Control[] {
    const hasPicture = this.#hasPicture();
    return this.#all.filter(
      ({ name }) => !isControlDisabled(this.#host, name) && (hasPicture || !OF_THE_PICTURE.has(name)),
    );
  }

  /** One of those, by its name. */
  named(name: string): Control | undefined {
    return this.present.find((control) => control.name === name);
  }

  /** Follows the media, and the page's attributes, until the signal aborts. */
  follow(signal: AbortSignal, update: () => void): void {
    for (const control of this.#all) control.follow?.(signal);
    const observer = new MutationObserver(update);
    const names = [...this.#all.map(({ name }) => name), 'keys'].map((name) => `without-${name}`);
    observer.observe(this.#host, { attributeFilter: [...names, 'skip-seconds', 'speeds'] });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  }
}
