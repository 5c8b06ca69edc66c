import type Hls from 'hls.js';
import type { CuesParsedData, NonNativeTextTracksData } from 'hls.js';
import { partitionPoint } from '../../../../core/partition-point.ts';
import { SubtitleScheduler } from './subtitle-scheduler.ts';

interface OwnTrack {
  element: HTMLTrackElement;
  /** Its key in hls.js: the number of a playlist of the stream, the name of captions inside the picture. */
  key: number | string;
}

/** Seconds. */
const MISPLACED_S = 0.5;

/** Shows a stream's own captions as native text tracks, so that the player's `textTracks` lists them. */
export class HlsTextTracks {
  readonly #turns: SubtitleScheduler;
  readonly #media: HTMLVideoElement;
  readonly #abort = new AbortController();
  // A track without a file counts as one that failed to load, and is not shown.
  readonly #empty = URL.createObjectURL(new Blob(['WEBVTT'], { type: 'text/vtt' }));
  #tracks: OwnTrack[] = [];

  constructor(hls: Hls, library: typeof Hls, media: HTMLVideoElement) {
    this.#turns = new SubtitleScheduler(hls, media);
    this.#media = media;
    hls.on(library.Events.NON_NATIVE_TEXT_TRACKS_FOUND, (_event, data) => this.#addTracks(data));
    hls.on(library.Events.CUES_PARSED, (_event, data) => this.#addCues(data));
    this.#onTurns(hls, library.Events);
    media.textTracks.addEventListener('change', () => this.#follow(), { signal: this.#abort.signal });
  }

  destroy(): void {
    this.#abort.abort();
    this.#turns.end();
    for (const { element } of this.#tracks) element.remove();
    this.#tracks = [];
    URL.revokeObjectURL(this.#empty);
  }

  #addTracks({ tracks }: NonNativeTextTracksData): void {
    for (const { _id, kind, label, default: isDefault, subtitleTrack } of tracks) {
      const key = subtitleTrack?.id ?? _id ?? label;
      if (this.#tracks.some((known) => known.key === key)) continue;
      const element = document.createElement('track');
      const describes = subtitleTrack?.characteristics?.includes('describes-video') === true;
      element.kind = describes ? 'descriptions' : kind === 'subtitles' ? 'subtitles' : 'captions';
      element.label = label;
      element.srclang = subtitleTrack?.lang ?? '';
      element.src = this.#empty;
      this.#tracks.push({ element, key });
      this.#media.append(element);
      if (isDefault && !describes) element.track.mode = 'showing';
    }
    this.#follow();
  }

  #addCues({ cues, track: name, subtitleTrack }: CuesParsedData): void {
    const key = subtitleTrack?.id ?? name;
    const track = this.#tracks.find((own) => own.key === key)?.element.track;
    if (!track) return;
    for (const cue of cues as VTTCue[]) {
      if (cue.id && track.cues?.getCueById(cue.id)) continue;
      const earlier = sameBefore(track.cues, cue, cues as VTTCue[]);
      if (earlier) track.removeCue(earlier);
      track.addCue(cue);
    }
  }

  /** hls.js loads one track at a time. */
  #onTurns(hls: Hls, events: (typeof Hls)['Events']): void {
    const turns = this.#turns;
    hls.on(events.SUBTITLE_TRACK_LOADING, (_event, { deliveryDirectives }) => {
      // A server holds the answer to directives back until it has something new.
      if (deliveryDirectives) turns.idle();
      else turns.busy();
    });
    hls.on(events.SUBTITLE_TRACK_LOADED, () => turns.idle());
    hls.on(events.FRAG_LOADING, (_event, { frag }) => {
      if (isSubtitle(frag)) turns.busy();
    });
    hls.on(events.SUBTITLE_FRAG_PROCESSED, (_event, { frag, part, success }) => {
      const { start, end } = part ?? frag;
      if (success) turns.loaded(frag.level, start, end);
      else turns.failed();
    });
    hls.on(events.ERROR, (_event, { frag, context }) => {
      if (isSubtitle(frag) || isSubtitle(context)) turns.failed();
    });
  }

  /** Fetches the cues of the tracks that are shown or read, and of no other. */
  #follow(): void {
    const isOn = ({ element }: OwnTrack) => element.track.mode !== 'disabled';
    this.#turns.want(this.#tracks.filter(isOn).flatMap(({ key }) => (typeof key === 'number' ? [key] : [])));
  }
}

/**
 * The same cue from another reading of its segment: behind a discontinuity, hls.js places what comes before the picture
 * by the playlist, and exactly later.
 */
function sameBefore(
  known: TextTrackCueList | null,
  { startTime, endTime, text }: VTTCue,
  fresh: readonly unknown[],
): TextTrackCue | undefined {
  if (!known) return undefined;
  const lasts = endTime - startTime;
  let at = partitionPoint(known, (cue) => cue.startTime < startTime - MISPLACED_S);
  for (let cue = known[at]; cue && cue.startTime <= startTime + MISPLACED_S; cue = known[++at]) {
    const isAsLong = Math.abs(cue.endTime - cue.startTime - lasts) < 0.002;
    if (isAsLong && (cue as VTTCue).text === text && !fresh.includes(cue)) return cue;
  }
  return undefined;
}

/** As words, so that the enums, and hls.js with them, need not be here. */
function isSubtitle(one: { readonly type: string } | null | undefined): boolean {
  return one?.type === 'subtitle' || one?.type === 'subtitleTrack';
}
