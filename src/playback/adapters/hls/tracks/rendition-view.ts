import type Hls from 'hls.js';
import { VhError } from '../../../../core/errors/vh-error.ts';
import type { IFrameView } from '../../../stream/stream.ts';

/** Seconds that are loaded around a moment: no more than it takes to show it. */
const BUFFER_S = 1;

/**
 * Shows moments of a stream in a separate video element, by its smallest rendition: for browsers that show no frame which
 * stands alone. It loads the segment of a moment, and nothing beyond. Leaves what plays alone.
 */
export async function openRendition(
  playing: Hls,
  Library: typeof Hls,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<IFrameView> {
  const { url, userConfig } = playing;
  signal.throwIfAborted();
  const reader = new Library({
    ...userConfig,
    ...{ autoStartLoad: false, startFragPrefetch: false, renderTextTracksNatively: false },
    ...{ maxBufferLength: BUFFER_S, maxMaxBufferLength: BUFFER_S, backBufferLength: 0 },
  });
  signal.addEventListener('abort', () => reader.destroy(), { once: true });
  await new Promise<void>((resolve, reject) => {
    const refuse = () => reject(new VhError('media-unsupported', 'The preview cannot be shown.'));
    signal.addEventListener('abort', refuse, { once: true });
    reader.on(Library.Events.ERROR, (_event, { fatal }) => {
      if (!fatal) return;
      reader.destroy();
      refuse();
    });
    reader.on(Library.Events.MANIFEST_PARSED, () => resolve());
    reader.loadSource(url ?? '');
  });
  // The first one is the smallest.
  reader.loadLevel = 0;
  reader.subtitleTrack = -1;
  reader.attachMedia(video);
  let hasBegun = false;
  return {
    show: (seconds) => {
      if (!hasBegun) reader.startLoad(seconds);
      else if (video.readyState > 0) video.currentTime = seconds;
      // Before the metadata are there, it begins where it was last asked to.
      else reader.startLoad(seconds);
      hasBegun = true;
    },
  };
}
