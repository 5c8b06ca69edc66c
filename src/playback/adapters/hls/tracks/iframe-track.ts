import type Hls from 'hls.js';
import type { Fragment, HlsIFramesOnly } from 'hls.js';
import { VhError } from '../../../../core/errors/vh-error.ts';
import { loadHls } from '../../../parts.ts';
import type { IFrameView } from '../../../stream/stream.ts';

/** False once a frame that stands alone was not shown: the next view does without. */
let showsSingleFrames = true;

/**
 * Opens the I-frames of a stream that plays, in a separate video element, or, where the browser shows none that stands
 * alone, its smallest rendition. Leaves what plays alone.
 */
export async function openIFrames(
  playing: Hls,
  library: typeof Hls,
  video: HTMLVideoElement,
  signal: AbortSignal,
): Promise<IFrameView> {
  if (!showsSingleFrames) return openRendition(playing, library, video, signal);
  const { Events } = library;
  // The small build lists I-frames, and has no player of them.
  const frames = playing.createIFramePlayer() ?? (await framesOf(playing, signal));
  const close = () => frames.destroy();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  signal.throwIfAborted();
  // A playlist that comes before the source is open would be let lie.
  const isAttached = new Promise<void>((resolve) => {
    frames.once(Events.MEDIA_ATTACHED, () => resolve());
  });
  frames.attachMedia(video);
  await isAttached;
  let wanted: number | undefined;
  let show = (seconds: number) => frames.loadMediaAt(seconds);
  frames.on(Events.FRAG_BUFFERED, (_event, { frag }) => {
    if (!isShort(video.buffered, frag)) return;
    showsSingleFrames = false;
    show = () => {};
    close();
    openRendition(playing, library, video, signal).then(
      (view) => {
        show = view.show;
        if (wanted !== undefined) show(wanted);
      },
      // No frames are available: the preview shows only the time.
      () => {},
    );
  });
  return {
    show: (seconds) => {
      wanted = seconds;
      show(seconds);
    },
  };
}

/** WebKitGTK takes an I-frame for as short as it was in the film, and shows none that stands alone. */
function isShort(buffered: TimeRanges, { start, end }: Fragment): boolean {
  for (let at = 0; at < buffered.length; at++) {
    const from = buffered.start(at);
    if (from >= start && from < end) return buffered.end(at) - from < (end - start) / 2;
  }
  return false;
}

/** The I-frames by the whole of hls.js, which reads the multivariant playlist that is at hand already, and no other. */
async function framesOf(playing: Hls, signal: AbortSignal): Promise<HlsIFramesOnly> {
  const { url, userConfig } = playing;
  const { default: Whole } = await loadHls();
  signal.throwIfAborted();
  const reader = new Whole({ ...userConfig, autoStartLoad: false, startFragPrefetch: false });
  signal.addEventListener('abort', () => reader.destroy(), { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = () => reject(new VhError('media-unsupported', 'The I-frames cannot be shown.'));
      signal.addEventListener('abort', refuse, { once: true });
      reader.on(Whole.Events.ERROR, (_event, { fatal }) => fatal && refuse());
      reader.on(Whole.Events.MANIFEST_PARSED, () => resolve());
      reader.loadSource(url ?? '');
    });
    const frames = reader.createIFramePlayer();
    if (!frames) throw new VhError('media-unsupported', 'The stream has no I-frames that can be shown.');
    return frames;
  } catch (error) {
    reader.destroy();
    throw error;
  }
}

/** Seconds that are loaded around a moment: no more than it takes to show it. */
const BUFFER_S = 1;

/**
 * Shows moments of a stream in a separate video element, by its smallest rendition: for browsers that show no frame which
 * stands alone. It loads the segment of a moment, and nothing beyond. Leaves what plays alone.
 */
async function openRendition(
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
