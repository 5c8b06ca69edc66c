import type { Fact } from './fact.ts';
import type { MediaMoment } from './session-media.ts';

/** As `HTMLMediaElement.HAVE_FUTURE_DATA`. */
const HAVE_FUTURE_DATA = 3;
/** Seconds: an engine's seek ends where it was aimed, but for rounding. */
const AIM_SECONDS = 0.1;

/** Media that are being loaded again, and where the viewer was in them. */
interface Away {
  position: number;
  /** They keep playing. */
  goesOn: boolean;
  /** Where they were at the last look, once they could play. */
  seen?: number | undefined;
}

/** What a fact shows of the media. */
export interface Sight {
  /** The media as they are to the viewer. */
  moment: MediaMoment;
  /** Media that were away have moved again: where the viewer was, and where they came back. */
  back?: { from: number; to: number } | undefined;
  /** Whose seek has just begun. */
  seekOf?: 'viewer' | 'engine' | undefined;
}

/**
 * The media as their viewer sees them. An engine loads them again after an outage, and moves the playhead for its own reasons:
 * neither is the viewer's doing, and the viewing machine does not learn of it. Reports no event.
 */
export class SeenMedia {
  /** The last position that was neither a seek's nor that of media that are away. */
  place = 0;
  #away: Away | undefined;
  #seeking: 'viewer' | 'engine' | undefined;
  #engineSeek: { to?: number | undefined } | undefined;

  /** Where the viewer is. */
  get position(): number {
    return this.#away?.position ?? this.place;
  }

  /** Takes a fact. `viewing` says whether it is ready, whether it plays, and where its playhead is by now. */
  see(
    fact: Fact,
    media: MediaMoment,
    viewing: { isReady: boolean; playing: boolean; playhead: number | undefined },
  ): Sight {
    if (fact.type === 'engine-seek') this.#engineSeek = fact;
    const isGone = fact.type === 'emptied' || fact.type === 'interrupted' || fact.type === 'failure';
    if (viewing.isReady && (isGone || media.readyState === 0))
      this.#away ??= { position: viewing.playhead ?? this.place, goesOn: viewing.playing };
    let back: Sight['back'];
    if (this.#away) {
      if (isGone) this.#away.goesOn = fact.type === 'interrupted';
      back = this.#comeBack(this.#away, media);
      if (!back) return { moment: asLeft(this.#away, media) };
    }
    const seekOf = this.#beginSeek(fact, media);
    const moment = this.#seeking === 'engine' ? { ...media, seeking: false } : media;
    if (!moment.seeking) this.place = moment.currentTime;
    return { moment, back, seekOf };
  }

  /** Whether a native event says nothing of the viewer: that of an engine's seek, or of media that are away. */
  hides(type: Fact['type']): boolean {
    if (type === 'seeking' && this.#seeking === 'engine') return true;
    return this.#away !== undefined && (type === 'seeking' || type === 'seeked' || type === 'ended');
  }

  /** Media are back when they move. */
  #comeBack(away: Away, { currentTime, paused, ended, seeking, readyState }: MediaMoment): Sight['back'] {
    // They may come to their end before another look.
    const isReady = !seeking && (ended || (!paused && readyState >= HAVE_FUTURE_DATA));
    const { seen, position } = away;
    away.seen = isReady ? currentTime : undefined;
    if (!isReady || seen === undefined || currentTime <= seen) return undefined;
    this.#away = undefined;
    return { from: position, to: seen };
  }

  /** Whose seek begins with a fact, if one does. */
  #beginSeek(fact: Fact, media: MediaMoment): Sight['seekOf'] {
    if (!media.seeking && fact.type !== 'seeking') {
      // Media seek as soon as they are asked to: an announced seek is over, or never came.
      if (media.readyState > 0 && fact.type !== 'engine-seek') this.#engineSeek = undefined;
      this.#seeking = undefined;
      return undefined;
    }
    const { to } = this.#engineSeek ?? { to: NaN };
    const isEngines = to === undefined || Math.abs(to - media.currentTime) < AIM_SECONDS;
    const seekOf = isEngines ? 'engine' : 'viewer';
    if (this.#seeking === seekOf || this.#seeking === 'viewer') return undefined;
    return (this.#seeking = seekOf);
  }
}

/** Media that are away are where the viewer left them. */
function asLeft({ position, goesOn }: Away, media: MediaMoment): MediaMoment {
  const away = { ...media, currentTime: position, seeking: false };
  return goesOn ? { ...away, paused: false, ended: false } : away;
}
