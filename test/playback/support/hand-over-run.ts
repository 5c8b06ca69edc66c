import { VhError } from '../../../src/core/errors/vh-error.ts';
import { Attempt } from '../../../src/playback/attempt/attempt.ts';
import { loadAdapter } from '../../../src/playback/attempt/choose-adapter.ts';
import { sourceOfAddresses } from '../../../src/playback/source/playback-source.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { until } from '../../support/until.ts';

/** The streams of the runs, and whether the start can begin them. */
const STREAMS = {
  'muxed': { src: '/media/hls/master.m3u8', seconds: 8, isBegun: true },
  'sound apart': { src: '/media/hls/apart/master.m3u8', seconds: 4, isBegun: true },
  'MPEG-TS': { src: '/media/hls/ts/master.m3u8', seconds: 4, isBegun: false },
} as const;

/** One run: its start, and the events while the engine loads. */
export interface HandOverRun {
  stream: keyof typeof STREAMS;
  startTime: number;
  /** Frames of the page that the engine is late. */
  lateFrames: number;
  meanwhile: 'nothing' | 'seek' | 'pause';
  /** Whether its code can be loaded. */
  engine: 'loads' | 'fails';
}

/** What a run has shown. */
export interface HandOverResult {
  sources: number;
  /** The most that the clock went ahead of the time that had passed, or back, in seconds. */
  jump: number;
  error: string | undefined;
}

/** Draws a run. */
export function drawRun(seed: number): HandOverRun {
  const random = seededRandom(seed);
  const pick = <Item>(...items: Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const stream = pick<keyof typeof STREAMS>('muxed', 'muxed', 'sound apart', 'sound apart', 'MPEG-TS');
  return {
    stream,
    startTime: pick(0, 0, random() * (STREAMS[stream].seconds - 1.5)),
    lateFrames: pick(0, 3, 20),
    meanwhile: pick('nothing', 'nothing', 'seek', 'pause'),
    engine: random() < 0.1 ? 'fails' : 'loads',
  };
}

/** Plays it through the hand-over, and to where the engine has brought more than the start. */
export async function runHandOver(run: HandOverRun): Promise<HandOverResult> {
  const { src, seconds, isBegun } = STREAMS[run.stream];
  const media = document.createElement('video');
  media.muted = true;
  document.body.append(media);
  const result: HandOverResult = { sources: 0, jump: 0, error: undefined };
  media.addEventListener('loadstart', () => result.sources++);
  const watch = watchClock(media, (jump) => (result.jump = Math.max(result.jump, jump)));
  const prepared = { media, source: sourceOfAddresses([{ src }]), preferences: { quality: 'auto' } } as const;
  const loader = new Attempt(prepared, {
    ...{ startTime: run.startTime, eager: true },
    ...{ stallTimeoutMs: 20_000, ask: undefined },
    report: (event) => {
      if (event.type === 'attached') media.play().catch(() => {});
      if (event.type !== 'given-up') return;
      // The source is gone, and the clock with it.
      watch.end();
      result.error = event.error.code;
    },
    loadAdapter: async (...how) => {
      if (isBegun) {
        // It may have played all that the start has brought by the time that this looks, or begin with too little:
        // sound of the first seconds and a picture of the next have no time that both cover.
        await until(() => media.readyState > 0);
        if (run.meanwhile === 'seek') watch.seek(seconds - 0.5);
        if (run.meanwhile === 'pause') media.pause();
      }
      for (let frame = 0; frame < run.lateFrames; frame++) await new Promise(requestAnimationFrame);
      if (run.engine === 'fails') throw new VhError('media-network', 'Not this time.');
      return loadAdapter(...how);
    },
  });
  try {
    await until(() => loader.adapter !== undefined || result.error !== undefined);
    if (media.paused && result.error === undefined) await media.play();
    await until(() => media.ended || result.error !== undefined);
  } finally {
    watch.end();
    loader.destroy();
    media.remove();
  }
  return result;
}

/** Looks at the clock each frame. */
function watchClock(media: HTMLVideoElement, jumped: (seconds: number) => void) {
  let isOver = false;
  let time = NaN;
  let at = NaN;
  const look = () => {
    if (isOver) return;
    // The frame's own time is the one for which it was planned.
    const now = performance.now();
    const { currentTime, seeking } = media;
    if (!Number.isNaN(time) && !seeking) {
      const passed = (now - at) / 1000;
      jumped(Math.max(currentTime - time - passed, time - currentTime));
    }
    // While it stands, or seeks, there is nothing to compare with.
    time = media.readyState > 2 && !seeking ? currentTime : NaN;
    at = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return {
    seek(to: number) {
      time = NaN;
      media.currentTime = to;
    },
    end() {
      isOver = true;
    },
  };
}
