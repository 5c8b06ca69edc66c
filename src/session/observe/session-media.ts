import { mediaInputs, type Fact } from './fact.ts';

/** The part of a media element that a session reads. A `<video>` fits, and so does a `<vh-player>`. */
export interface SessionMedia extends EventTarget {
  readonly currentTime: number;
  readonly duration: number;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly loop: boolean;
  readonly playbackRate: number;
  readonly readyState: number;
  readonly played?: TimeRanges;
}

/** The state of the media at the moment of a fact. */
export type MediaMoment = Omit<SessionMedia, keyof EventTarget | 'played'>;

/** A copy: media change. */
export function momentOf(media: MediaMoment): MediaMoment {
  const { currentTime, duration, paused, ended, seeking, loop, playbackRate, readyState } = media;
  return { currentTime, duration, paused, ended, seeking, loop, playbackRate, readyState };
}

/** Facts of the player alone that every format needs. */
export interface PlayerFacts {
  /** True while media that are away keep playing once they are back. */
  readonly goesOn: boolean;
  /** Calls back with what the player says of itself, until the signal aborts: the engine's seeks, failures. */
  follow: (report: (fact: Fact) => void, signal: AbortSignal) => void;
}

/** Reports the facts that every format needs: the native events of the media, and those of the player. */
export function followMedia(options: {
  media: SessionMedia & { readonly autoplay?: boolean };
  player?: PlayerFacts | undefined;
  report: (fact: Fact) => void;
  signal: AbortSignal;
}): void {
  const { media, player, report, signal } = options;
  player?.follow(report, signal);
  for (const type of mediaInputs) {
    media.addEventListener(
      type,
      () => {
        report({ type: type === 'emptied' && player?.goesOn ? 'interrupted' : type });
      },
      { signal },
    );
  }
  if (media.autoplay && media.paused) report({ type: 'intent', by: 'autoplay' });
  report({ type: 'attach' });
}
