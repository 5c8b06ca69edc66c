// For the names of the engine's events.
import type {} from '../../../playback/index.ts';
import type { Fact, ObservedPlayer } from '../../../session/index.ts';
import type { PlayerApi } from '../api/player-api.ts';

/** Milliseconds: the same trouble again within this time is still the same. The engine tries more often. */
const TROUBLE_MS = 15_000;
/** Events of the video that come with another place of it. */
const PLACE_EVENTS = [
  'enterpictureinpicture',
  'leavepictureinpicture',
  'webkitbeginfullscreen',
  'webkitendfullscreen',
  'windowchange',
];

/** Facts of a player and its engine about one viewing, for formats with more than the seven types. */
export class ObservedPlayback implements ObservedPlayer {
  readonly #host: PlayerApi;
  #trouble = { code: '', at: 0 };

  constructor(host: PlayerApi) {
    this.#host = host;
  }

  get rendition(): ObservedPlayer['rendition'] {
    const { currentQuality } = this.#host;
    if (!currentQuality) return undefined;
    const { width, height, bitrate } = currentQuality;
    return { width, height, bitrate };
  }

  get latency(): number | undefined {
    return this.#host.latency;
  }

  /** A live stream keeps its distance by its speed. */
  get setsRate(): boolean {
    return this.latency !== undefined;
  }

  follow(report: (fact: Fact) => void, signal: AbortSignal): void {
    const { media } = this.#host;
    const options = { signal };
    const reportRendition = () => {
      const { rendition } = this;
      if (rendition) report({ type: 'rendition', ...rendition });
    };
    this.#host.addEventListener('vh-quality-change', reportRendition, options);
    media.addEventListener(
      'vh-engine-trouble',
      ({ detail: { code }, timeStamp: at }) => {
        const last = this.#trouble;
        this.#trouble = { code, at };
        if (code !== last.code || at - last.at > TROUBLE_MS) report({ type: 'error', code });
      },
      options,
    );
    this.#followPlace(report, options);
    reportRendition();
  }

  /** Where the player shows. An element around it, or on a phone its video alone, may fill the screen in its place. */
  #followPlace(report: (fact: Fact) => void, options: { signal: AbortSignal }): void {
    const host = this.#host;
    const media: HTMLVideoElement & { readonly webkitDisplayingFullscreen?: boolean } = host.media;
    const reportPlace = () => {
      const { renderRoot, shadowRoot } = host;
      const fills = media.webkitDisplayingFullscreen || host.closest(':fullscreen:not(:root)');
      report({ type: 'fullscreen', on: !!fills });
      const isOut = renderRoot !== shadowRoot || !!shadowRoot.pictureInPictureElement;
      report({ type: 'picture-in-picture', on: isOut });
    };
    host.ownerDocument.addEventListener('fullscreenchange', reportPlace, options);
    for (const type of PLACE_EVENTS) media.addEventListener(type, reportPlace, options);
    // Either may have begun before the code of sessions was there.
    reportPlace();
  }
}
