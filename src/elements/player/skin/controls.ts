import type { Control, SkinContext } from './control.ts';
import { AudioDescriptionControl } from './controls/audio-description.ts';
import { CaptionsMenuControl } from './controls/captions-menu.ts';
import { CaptionsControl } from './controls/captions.ts';
import { ChaptersControl } from './controls/chapters.ts';
import { FrameStepControl } from './controls/frame-step.ts';
import { FullscreenControl } from './controls/fullscreen.ts';
import { LiveControl } from './controls/live.ts';
import { MarkersControl } from './controls/markers.ts';
import { PartLoopControl } from './controls/part-loop.ts';
import { PictureInPictureControl } from './controls/picture-in-picture.ts';
import { PlayControl } from './controls/play.ts';
import { NextControl, PreviousControl } from './controls/playlist-steps.ts';
import { RemotePlaybackControl } from './controls/remote-playback.ts';
import { SeekBar } from './controls/seek-bar.ts';
import { SettingsControl } from './controls/settings.ts';
import { SkipBackControl, SkipForwardControl } from './controls/skip.ts';
import { SpeedControl } from './controls/speed.ts';
import { TimeControl } from './controls/time.ts';
import { VolumeControl } from './controls/volume.ts';
import { isTakenOut } from './taken-out.ts';

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

  /** Those that the page has not taken out, and that the media have a use for. */
  get present(): readonly Control[] {
    const hasPicture = this.#hasPicture();
    return this.#all.filter(
      ({ name }) => !isTakenOut(this.#host, name) && (hasPicture || !OF_THE_PICTURE.has(name)),
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
