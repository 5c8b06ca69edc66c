import { PlaybackEngine } from '../../../../src/playback/playback-engine.ts';
import type { PlayStream } from './play-schedule.ts';

/** How a playback ended, as its page saw it. */
export interface PlayEnd {
  how: 'ended' | 'failed' | 'playing' | 'waiting' | 'silent' | 'endless';
  code?: string | undefined;
  message?: string | undefined;
  at: number;
  /** Seconds that were in the buffer, and whether it played. */
  buffered: string;
  /** True when a playlist's words were run as a script. */
  hasRunScript: boolean;
  /** The moments at which the clock moved, each with the clock. */
  moved: [at: number, clock: number][];
  /** The states that it went through. */
  states: [at: number, status: string][];
}

declare global {
  interface Window {
    /** When the last of the faults is over; NaN before that is known. */
    faultsOver: (run: string) => Promise<number | null>;
    newToken: (run: string) => Promise<number>;
    playUnderFaults: (run: string, stream: PlayStream) => Promise<PlayEnd>;
  }
}

/** The clock stands so long: nothing comes of it any more. */
const SILENCE_MS = 22_000;
const LONGEST_MS = 300_000;
/** A live stream that has played for so long after its faults plays. */
const PROOF_MS = 3_000;
/** A live stream that plays for so long under a fault that never ends plays in spite of it. */
const IN_SPITE_MS = 60_000;
/** A film is watched faster, since its segments are small. */
const RATE = 4;

window.playUnderFaults = async (run, stream) => {
  const media = document.createElement('video');
  media.muted = true;
  media.width = 160;
  document.body.append(media);
  const engine = new PlaybackEngine(media);
  const address = (token: number) => `/r/${run}/t${String(token)}/main.m3u8`;
  const base = { kind: 'video', id: 'vi1', state: 'playable' } as const;
  const playback = async () => ({
    ...{ ...base, playlists: [], captions: [], chapters: [] },
    hls: address(await window.newToken(run)),
  });
  const end: PlayEnd = { how: 'silent', at: 0, buffered: '', hasRunScript: false, moved: [], states: [] };
  engine.store.subscribe(({ status }) => end.states.push([Date.now(), status]));
  const isLive = stream === 'live';
  const mayBeLive = isLive || stream === 'hostile';
  if (!isLive) media.addEventListener('loadedmetadata', () => (media.playbackRate = RATE));
  engine.use(stream === 'private' ? { playback } : { src: address(0) });
  engine.play().catch(() => {});
  const begun = Date.now();
  let clock = 0;
  let quiet = begun;
  let over = NaN;
  let lastAsked = 0;
  try {
    for (let now = begun; now - begun < LONGEST_MS; now = Date.now()) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (Math.abs(media.currentTime - clock) > 0.02 && media.readyState > 1) {
        clock = media.currentTime;
        quiet = now;
        end.moved.push([now, clock]);
      }
      if (now - lastAsked > 500) {
        lastAsked = now;
        over = (await window.faultsOver(run)) ?? Infinity;
      }
      const { state } = engine.store;
      const isWaiting = mayBeLive && state.status === 'processing';
      if (state.status === 'failed') {
        end.code = state.error.code;
        end.message = `${state.error.message} ${String(state.error.cause)}`;
        return finish('failed');
      }
      if (media.ended) return finish('ended');
      // The end of a broken stream is unknown.
      if (stream === 'hostile' && media.currentTime > 3) return finish('playing');
      const isProven = quiet - over > PROOF_MS && now - over > PROOF_MS;
      const isInSpite = over === Infinity && now - begun > IN_SPITE_MS && now - quiet < 500;
      if (isLive && (isProven || isInSpite)) return finish('playing');
      if (isWaiting && stream === 'hostile') return finish('waiting');
      if (isWaiting && over === Infinity && now - quiet > SILENCE_MS) return finish('waiting');
      const since = isWaiting && over < Infinity ? Math.max(quiet, over) : quiet;
      if (now - since > SILENCE_MS) return finish('silent');
    }
    return finish('endless');
  } finally {
    engine.release();
    media.remove();
  }

  function finish(how: PlayEnd['how']): PlayEnd {
    const ranges = Array.from({ length: media.buffered.length }, (_, index) => [
      media.buffered.start(index),
      media.buffered.end(index),
    ]);
    const buffered = `${JSON.stringify(ranges)}${media.paused ? ' paused' : ''} ${String(media.readyState)} of ${String(media.duration)}`;
    return { ...end, how, buffered, hasRunScript: 'hit' in window, at: Date.now() };
  }
};
