import type { PropertyDeclarations } from 'lit';
import type { ChapterList } from '../../captions/chapters/chapter-list.ts';
import type { Chapter, WrittenChapter } from '../../captions/chapters/chapters.ts';
import type { Marker } from '../../captions/chapters/markers.ts';
import type { AudioTrackList } from '../../playback/stream/audio-track-list.ts';
import type { Quality, Stream } from '../../playback/stream/stream.ts';
import { MediaElement } from './media/media-element.ts';
import { inBrowser } from './media/media-surface.ts';
import type { KeyChoice } from './skin/context/chosen-keys.ts';

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-quality-change': Event;
    'vh-live-change': Event;
    'vh-chapter-change': Event;
  }
}

/**
 * A media element that also tells of its stream: the renditions, the sound tracks, the chapters, where live is.
 *
 * @attr {string} src - The address of the media: HLS, MP4 or WebM.
 * @attr {string} poster - The image that stands there before anybody plays.
 * @attr {boolean} autoplay - Plays as soon as it may; the browser may refuse when it is not `muted`.
 * @attr {boolean} muted - Begins without sound.
 * @attr {boolean} loop - Begins again at the end.
 * @attr {string} preload - How much to load before anybody plays: `none` (default), `metadata`, `auto`.
 * @attr {boolean} audio - There is no picture: the player is as low as its controls, unless it has a `poster`.
 * @attr {string} storyboard - The address of preview pictures: WebVTT that names images.
 * @attr {boolean} without-preview - Shows no pictures over the seek bar.
 * @attr {boolean} without-captions-file - Lets viewers open no file of captions of their own.
 * @attr {boolean} without-fit - Lets viewers not choose whether the picture fills a player of another shape.
 * @attr {boolean} without-memory - Keeps none of the viewer's choices for other visits.
 * @attr {boolean} without-resume - Always begins at the start, and keeps no position for another visit.
 * @attr {boolean} without-keys - Has no keyboard shortcuts. Each control keeps its own keys.
 * @attr {number} skip-seconds - How far the buttons and keys for skipping go; 10 by default.
 * @attr {string} speeds - The speeds to choose from, space separated, such as `0.5 1 1.5 2`.
 * @attr {boolean} without-media-keys - Leaves the system's media keys and lock screen to others.
 * @attr {boolean} without-pause-others - Keeps other players of the page playing when this one starts with sound.
 * @slot consent - Takes the place of the words with which `load="consent"` asks the visitor.
 * @fires {Event} vh-quality-change - Another rendition is on the screen, or there are others to choose from.
 * @fires {Event} vh-live-change - The stream is live now or no longer, or the viewer came to the live edge or left it.
 * @fires {Event} vh-chapter-change - Another chapter plays, or there are other chapters.
 * @fires {VhMarkerChangeEvent} vh-marker-change - Playback came to one of the `markers`: once each time, and not by a
 * seek.
 * @fires {VhConsentEvent} vh-consent - With `load="consent"`: the visitor agreed. The page may cancel it.
 * @csspart settings-sheet - The settings.
 * @csspart preview - The picture over the seek bar.
 * @csspart marker - One of the `markers`, on the seek bar.
 * @csspart cues - The captions that show now.
 * @csspart cue - One caption; `cue-NAME` is a class that its author has given a part of it.
 * @csspart voice - The words of a named voice in it.
 * @csspart style-panel - The panel for the look of captions.
 * @csspart resume-offer - Says where the video resumes from an earlier visit.
 * @csspart consent - The question of `load="consent"`.
 * @csspart consent-button - The button that loads the video.
 * @csspart logo - The logo of the player's theme.
 * @csspart background-button - Stops a background film, and starts it again.
 * @csspart message - The view in place of a video that cannot be played.
 * @cssstate audio - The media have no picture.
 * @cssstate low - They have no picture, and there is room for the controls only.
 */
export class StreamElement extends MediaElement {
  static override properties: PropertyDeclarations = {
    maxResolution: { attribute: 'max-resolution', type: Number },
    targetLatency: { attribute: 'target-latency', type: Number },
    keys: { attribute: false },
    markers: { attribute: false },
    // Its own accessor; named here so that what a page set before the upgrade is not lost.
    chapters: { attribute: false, noAccessor: true },
  };

  /** Pixels of the picture's shorter side, such as 720: no larger rendition plays. */
  declare maxResolution: number | undefined;
  /** Seconds: how far behind the source a live stream plays. */
  declare targetLatency: number | undefined;

  /**
   * The page's keys in place of the player's: `{ play: 'p', skipBack: ['a', 'q'], jump: [] }`; see the guide for the
   * names.
   */
  declare keys: KeyChoice | undefined;

  /**
   * Moments to mark on the seek bar: `{ time, title }`, seconds on the player's clock. Set another list to change them;
   * other members of the objects are the page's own.
   */
  declare markers: readonly Marker[] | undefined;

  #stream: Stream | undefined;
  #chapters: ChapterList | undefined;
  #written: readonly WrittenChapter[] | undefined;

  constructor() {
    super();
    if (!inBrowser) return;
    this.engine.store.subscribe(() => this.#onStream());
    const follow = () => this.#followTimeline();
    this.media.addEventListener('loadedmetadata', follow);
    // jsdom has an array.
    const tracks: Partial<TextTrackList> = this.textTracks;
    tracks.addEventListener?.('addtrack', follow);
  }

  /** The renditions of the stream, smallest first. Empty where the browser alone chooses. */
  get qualities(): readonly Quality[] {
    return this.engine.stream?.qualities ?? [];
  }

  /** The rendition that was chosen. Settable: one of `qualities`, or `auto`. */
  get quality(): Quality | 'auto' {
    return this.engine.stream?.quality ?? this.engine.preferences.quality;
  }

  set quality(value: Quality | 'auto') {
    this.engine.prefer({ quality: value });
  }

  /** The rendition that is on the screen. */
  get currentQuality(): Quality | undefined {
    return this.engine.stream?.currentQuality;
  }

  /** The sound tracks of the stream, as of a native media element; before the media load, those of the browser. */
  get audioTracks(): AudioTrackList | undefined {
    return this.engine.audioTracks ?? (Reflect.get(this.media, 'audioTracks') as AudioTrackList | undefined);
  }

  /**
   * The chapters of the video, in one language. Empty before its metadata are there. Settable: a list of `{ title,
   * startTime }` holds in place of those of the video until it is `undefined` again.
   */
  get chapters(): readonly Chapter[] {
    return this.#chapters?.chapters ?? [];
  }

  set chapters(written: readonly WrittenChapter[] | undefined) {
    this.#written = written;
    if (inBrowser) this.#followTimeline();
  }

  /** The chapter that plays. */
  get currentChapter(): Chapter | undefined {
    return this.#chapters?.current;
  }

  /** Seconds on the player's clock: where a viewer watches live. `undefined` if it is not live. */
  get liveEdge(): number | undefined {
    return this.engine.live?.edge;
  }

  /** Seconds that the viewer is behind the source. `undefined` if it is not live. */
  get latency(): number | undefined {
    return this.engine.live?.latency;
  }

  /** True when the viewer watches live, and not an earlier part. */
  get isAtLiveEdge(): boolean {
    return this.engine.stream?.live === 'at-edge';
  }

  /** Goes to where a viewer watches live. */
  seekToLive(): void {
    const { liveEdge } = this;
    if (liveEdge !== undefined) this.media.currentTime = liveEdge;
  }

  protected override follow(): void {
    const { maxResolution, targetLatency } = this;
    this.engine.prefer({ maxResolution, targetLatency });
    if (this.markers) this.#followTimeline();
  }

  /** The code for chapters and markers is loaded for a video that has some. */
  #followTimeline(): void {
    const { currentTime, readyState, textTracks } = this.media;
    if (!readyState) return;
    const marks = this.#chapters ?? this.#written ?? this.markers;
    if (marks ?? [...textTracks].some(({ kind }) => kind === 'chapters'))
      import('./follow-timeline.ts').then(
        ({ followTimeline }) => (this.#chapters = followTimeline(this, this.#written, currentTime)),
        // Without a network the video plays without them.
        () => {},
      );
  }

  #onStream(): void {
    const before = this.#stream;
    const { stream } = this.engine;
    this.#stream = stream;
    if (stream === before) return;
    if (before?.qualities !== stream?.qualities || before?.currentQuality !== stream?.currentQuality) {
      this.dispatchEvent(new Event('vh-quality-change'));
    }
    if (before?.live !== stream?.live) this.dispatchEvent(new Event('vh-live-change'));
  }
}
