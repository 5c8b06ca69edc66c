import type {} from '../../../../../src/elements/player/vh-player.ts';
import type { ViewingScript, ViewingStep } from './viewing-script.ts';
import { MachineLag } from './machine-lag.ts';
import type { Look, ViewingTrace } from './viewing-trace.ts';

declare global {
  interface Window {
    watchViewing: (script: ViewingScript) => Promise<ViewingTrace>;
  }
}

const SEGMENT_SECONDS = 2;
/** The film has 12, and is a little longer than they say. */
const LAST_SEGMENT = 11;
/** Before the end of the film, in seconds: steps keep away from it, since a pause or a stall at the end is none. */
const CLEAR_OF_END_SECONDS = 2;
const LOOK_MS = 10;
/** So much of the film may come before it is needed. */
const AHEAD_SECONDS = 4;
/** A playhead that is where it was for so long stands. */
const STANDS_MS = 150;
/** Longest wait for anything. */
const LIMIT_MS = 60_000;

const MEDIA_EVENTS = [
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'ended',
  'emptied',
];

/** Does what a script says in this page, and writes down what the media element itself shows of it. */
class PageViewing {
  readonly #script: ViewingScript;
  readonly #player = document.querySelector('vh-player')!;
  readonly #trace: ViewingTrace = { looks: [], frames: [], done: [], press: NaN, pressedAt: NaN, lag: 0 };
  readonly #lag = new MachineLag();
  #isWithheld = false;
  #allowed = -1;

  constructor(script: ViewingScript) {
    this.#script = script;
  }

  get #media(): HTMLVideoElement {
    return this.#player.media;
  }

  async run(): Promise<ViewingTrace> {
    const { isLoaded, startsAfter, steps, end } = this.#script;
    await this.#until(() => 'play' in this.#player && !!this.#player.media);
    this.#witness();
    if (isLoaded) {
      this.#player.preload = 'auto';
      await this.#allow(1);
      await this.#until(() => this.#media.readyState > 2);
    }
    this.#lag.begin();
    this.#trace.pressedAt = Date.now();
    this.#trace.press = this.#look('press');
    this.#player.play().catch(() => {});
    if (!isLoaded) {
      await rest(startsAfter);
      await this.#allow(1);
    }
    await this.#untilPlayed(0.5);
    for (const step of steps) await this.#do(step);
    if (end === 'end') await this.#watchToEnd();
    else if (end === 'remove') {
      this.#look('remove');
      this.#player.remove();
      // The media come to rest before the next task, and are emptied then.
      for (let turn = 0; turn < 5 && this.#media.currentTime > 0; turn++) {
        this.#look('removed');
        await Promise.resolve();
      }
    } else await this.#pause();
    this.#trace.lag = this.#lag.longest;
    return this.#trace;
  }

  /** Looks at the media all the time: at each of their events, at each frame, and every few milliseconds. */
  #witness(): void {
    const media = this.#media;
    for (const type of MEDIA_EVENTS) media.addEventListener(type, () => this.#look(type));
    setInterval(() => {
      this.#look('');
      this.#keepAhead();
    }, LOOK_MS);
    const onFrame = (now: number, { mediaTime, presentationTime }: VideoFrameCallbackMetadata) => {
      this.#trace.frames.push([presentationTime, mediaTime, media.paused || media.seeking ? 0 : 1, now]);
      media.requestVideoFrameCallback(onFrame);
    };
    media.requestVideoFrameCallback(onFrame);
  }

  #look(what: string): number {
    const media = this.#media;
    const flags = Number(media.paused) + 2 * Number(media.seeking) + 4 * Number(media.ended);
    const look: Look = [performance.now(), media.currentTime, flags, what];
    this.#trace.looks.push(look);
    return look[0];
  }

  /** Lets the next segments come as the playhead nears them. */
  #keepAhead(): void {
    if (this.#isWithheld || Number.isNaN(this.#trace.press)) return;
    if (this.#allowed < 0) return;
    const wanted = Math.floor((this.#media.currentTime + AHEAD_SECONDS) / SEGMENT_SECONDS);
    if (wanted > this.#allowed) void this.#allow(wanted);
  }

  async #allow(segment: number): Promise<void> {
    this.#allowed = Math.max(this.#allowed, segment);
    await fetch(`/gate/${String(this.#allowed)}${location.search}`);
  }

  async #do(step: ViewingStep): Promise<void> {
    this.#trace.done.push([performance.now(), JSON.stringify(step)]);
    switch (step.kind) {
      case 'watch':
        await this.#keepFromEnd(step.seconds);
        return this.#untilPlayed(step.seconds);
      case 'pause':
        await this.#pause();
        await rest(step.ms);
        if (step.seekTo !== undefined) await this.#seek(step.seekTo);
        this.#look('resume');
        this.#player.play().catch(() => {});
        return this.#untilPlayed(0.4);
      case 'seek':
        await this.#seek(step.to);
        return this.#untilPlayed(0.4);
      case 'stall':
      case 'outage':
        return this.#starve(step.kind, step.ms);
    }
  }

  async #pause(): Promise<void> {
    await this.#keepFromEnd();
    this.#look('press-pause');
    this.#player.pause();
    await rest(500);
  }

  async #keepFromEnd(seconds = 0): Promise<void> {
    const { duration, currentTime } = this.#media;
    if (duration - currentTime < CLEAR_OF_END_SECONDS + seconds) await this.#seek(3);
  }

  async #seek(to: number): Promise<void> {
    void this.#allow(Math.floor((to + AHEAD_SECONDS) / SEGMENT_SECONDS));
    await this.#seekTo(to);
    await this.#until(() => !this.#media.seeking);
  }

  /** Withholds the media to come until the playhead has stood for some time. */
  async #starve(how: 'stall' | 'outage', ms: number): Promise<void> {
    const media = this.#media;
    if (this.#allowed >= LAST_SEGMENT) return;
    this.#isWithheld = true;
    const last = (this.#allowed + 1) * SEGMENT_SECONDS;
    if (media.currentTime < last - AHEAD_SECONDS) await this.#seekTo(last - AHEAD_SECONDS + 1);
    if (how === 'outage') await fetch(`/cut/1${location.search}`);
    let stood = performance.now();
    let place = media.currentTime;
    await this.#until(() => {
      if (media.currentTime !== place || media.seeking) {
        place = media.currentTime;
        stood = performance.now();
      }
      return performance.now() - stood > STANDS_MS;
    });
    await rest(ms);
    if (how === 'outage') await fetch(`/cut/0${location.search}`);
    this.#isWithheld = false;
    this.#keepAhead();
    await this.#until(() => media.currentTime > place + 0.4 && !media.seeking);
  }

  async #seekTo(to: number): Promise<void> {
    let isThere = false;
    this.#media.addEventListener('seeked', () => (isThere = true), { once: true });
    this.#look('press-seek');
    this.#player.currentTime = to;
    await this.#until(() => isThere);
  }

  async #watchToEnd(): Promise<void> {
    const { duration } = this.#media;
    if (this.#media.currentTime < duration - 3) await this.#seek(duration - 2.5);
    await this.#until(() => this.#media.ended);
    await rest(500);
  }

  async #untilPlayed(seconds: number): Promise<void> {
    const media = this.#media;
    const from = media.currentTime;
    await this.#until(() => media.currentTime >= from + seconds || media.ended);
  }

  async #until(isSo: () => boolean): Promise<void> {
    const began = performance.now();
    while (!isSo()) {
      if (performance.now() - began > LIMIT_MS)
        throw new Error(`waited in vain for ${String(isSo)}: ${JSON.stringify(this.#trace.looks.slice(-5))}`);
      await rest(LOOK_MS);
    }
  }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

window.watchViewing = (script) => new PageViewing(script).run();
