import { until } from '../../../test/support/until.ts';

/** How late a cue was on the screen, in milliseconds; of which it says itself. */
export interface CueDelay {
  cue: string;
  ms: number;
}

/** Seconds between the beginnings of two cues: no multiple of what clocks tick in. */
const EVERY = 0.37;

/** Measures when the player shows cues: at each frame, what stands on the picture and where the video is. */
export class CueClock {
  readonly #player: HTMLVideoElement;
  readonly #track: TextTrack;

  private constructor(player: HTMLVideoElement, track: TextTrack) {
    this.#player = player;
    this.#track = track;
  }

  /** Measures with a new player, which goes afterwards. */
  static async use(measure: (clock: CueClock) => Promise<CueDelay[]>): Promise<CueDelay[]> {
    const player = document.createElement<'video'>('vh-player' as 'video');
    player.src = '/media/dusk.mp4';
    player.muted = true;
    document.body.append(player);
    await player.play();
    player.pause();
    const track = player.addTextTrack('captions', 'Words', 'en');
    track.mode = 'showing';
    // The code that draws comes with the first cue.
    track.addCue(new VTTCue(0, 60, 'first'));
    const clock = new CueClock(player, track);
    await clock.#shows('first');
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    await clock.#shows('');
    const delays = await measure(clock);
    player.remove();
    return delays;
  }

  /** Cues all along the film at a speed. */
  async play(rate: number): Promise<CueDelay[]> {
    const player = this.#player;
    this.#addRow();
    player.currentTime = 0;
    await this.#settled();
    player.playbackRate = rate;
    const delays = new Map<string, number>();
    await player.play();
    await until(() => {
      const said = this.#said;
      const cue = [...(this.#track.cues ?? [])].find((one) => (one as VTTCue).text === said);
      if (cue && !delays.has(said)) delays.set(said, ((player.currentTime - cue.startTime) / rate) * 1000);
      return player.ended || player.currentTime > player.duration - 0.1;
    });
    player.pause();
    // The first one was there before the video moved.
    return [...delays].slice(1).map(([cue, ms]) => ({ cue, ms }));
  }

  /** Seeks here and there, in a video that plays and in one that does not. */
  async seek(count: number): Promise<CueDelay[]> {
    const player = this.#player;
    this.#addRow();
    const delays: CueDelay[] = [];
    for (let at = 0; at < count; at++) {
      if (at === count / 2) await player.play();
      const to = ((at * 0.618) % 1) * (player.duration - 1);
      const sought = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }));
      player.currentTime = to;
      await sought;
      const begun = performance.now();
      const wanted = () => String(Math.floor(player.currentTime / EVERY));
      await until(() => this.#said === wanted());
      delays.push({ cue: wanted(), ms: performance.now() - begun });
    }
    player.pause();
    return delays;
  }

  /** Cues that come while their time is, as those of a live stream do. */
  async arrive(count: number): Promise<CueDelay[]> {
    const player = this.#player;
    player.loop = true;
    await player.play();
    const delays: CueDelay[] = [];
    for (let at = 0; at < count; at++) {
      const said = `live ${at}`;
      const cue = new VTTCue(Math.max(0, player.currentTime - 0.2), player.currentTime + 3, said);
      const begun = performance.now();
      this.#track.addCue(cue);
      await this.#shows(said);
      delays.push({ cue: said, ms: performance.now() - begun });
      this.#track.removeCue(cue);
      await this.#shows('');
    }
    player.pause();
    return delays;
  }

  #addRow(): void {
    for (let at = 0; at * EVERY < this.#player.duration; at++)
      this.#track.addCue(new VTTCue(at * EVERY, (at + 1) * EVERY, String(at)));
  }

  async #shows(text: string): Promise<void> {
    await until(() => this.#said === text);
  }

  /** Until what stands on the picture is what belongs there. */
  async #settled(): Promise<void> {
    await until(() => !this.#player.seeking);
    await this.#shows(String(Math.floor(this.#player.currentTime / EVERY)));
  }

  get #said(): string {
    const cues = [...(this.#player.shadowRoot?.querySelectorAll('[part=cue]') ?? [])];
    return cues.map(({ textContent }) => textContent).join(' ');
  }
}
