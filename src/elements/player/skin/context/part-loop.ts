import { formatTime } from '../../format/format-time.ts';
import type { PlayerWords } from '../../../../locales/en/player.ts';
import type { PlayerApi } from '../../api/player-api.ts';
import type { Timeline } from './timeline.ts';

/** Seconds: shorter than this, a part is a slip. */
const LEAST_S = 0.2;

/** The members of the player that it uses. */
export interface LoopingPlayer {
  readonly host: Pick<PlayerApi, 'play'>;
  readonly media: HTMLVideoElement;
  readonly timeline: Timeline;
  readonly words: Pick<PlayerWords, 'repeatFrom' | 'repeatTo' | 'repeatsPart' | 'repeatEnd'>;
  notify: (text: string) => void;
  update: () => void;
}

/** A part that a viewer hears or sees over and over: it is chosen while the video plays, from here to here. */
export class PartLoop {
  readonly #skin: LoopingPlayer;
  #from: number | undefined;
  #to: number | undefined;

  constructor(skin: LoopingPlayer) {
    this.#skin = skin;
  }

  /** Seconds; without an end while that is still to be chosen. */
  get part(): { from: number; to: number | undefined } | undefined {
    return this.#from === undefined ? undefined : { from: this.#from, to: this.#to };
  }

  /** False where there is no time to go back to. */
  get isOffered(): boolean {
    const { timeline } = this.#skin;
    return timeline.range !== undefined && !timeline.isLive;
  }

  /** The next step, in words. */
  get label(): string {
    const { words, timeline } = this.#skin;
    if (this.#to !== undefined) return words.repeatEnd;
    const word = this.#from === undefined ? words.repeatFrom : words.repeatTo;
    return word.replace('{time}', formatTime(timeline.time));
  }

  /** Begins the part here, ends it here, or gives it up, in turn. */
  readonly step = (): void => {
    const { timeline, notify, update, words } = this.#skin;
    if (!this.isOffered) return;
    const { time } = timeline;
    if (this.#to !== undefined) {
      notify(words.repeatEnd);
      this.#release();
    } else if (this.#from === undefined) {
      notify(this.label);
      this.#from = time;
    } else if (Math.abs(time - this.#from) >= LEAST_S) {
      [this.#from, this.#to] = [Math.min(this.#from, time), Math.max(this.#from, time)];
      const [from, to] = [this.#from, this.#to].map(formatTime);
      notify(words.repeatsPart.replace('{from}', from ?? '').replace('{to}', to ?? ''));
      timeline.seekTo(this.#from);
    }
    update();
  };

  /** Follows the media until the signal aborts. */
  follow(signal: AbortSignal): void {
    const { media, host } = this.#skin;
    let before = media.currentTime;
    const look = () => {
      const [from, to] = [this.#from, this.#to];
      const { currentTime, paused, seeking, ended } = media;
      // A viewer who goes elsewhere is not brought back.
      const crosses = to !== undefined && before < to && (currentTime >= to || ended) && !seeking;
      before = currentTime;
      if (!crosses || from === undefined || (paused && !ended)) return;
      media.currentTime = from;
      if (ended) host.play().catch(() => {});
    };
    for (const type of ['timeupdate', 'ended']) media.addEventListener(type, look, { signal });
    media.addEventListener('seeked', () => (before = media.currentTime), { signal });
    media.addEventListener('emptied', () => this.#release(), { signal });
  }

  #release(): void {
    this.#from = this.#to = undefined;
    this.#skin.update();
  }
}
