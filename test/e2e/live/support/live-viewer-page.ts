/** Who shows the stream. */
export type LivePlayer = 'vh-player' | 'hls.js';

/** How a viewer watches. */
export interface LiveView {
  player: LivePlayer;
  /** Seconds behind the source; without it, what the stream itself asks for. */
  targetLatency?: number | undefined;
  /** Called for each address that the page requests. */
  asked?: (url: string) => void;
}

/** What a viewer has seen so far. */
export interface Watched {
  /** From the moment in the picture to the moment at which it was shown, in milliseconds, one a look. */
  glass: number[];
  /** What the player itself takes for its latency, in milliseconds, twice a second. */
  reported: number[];
  /** The newest moment that a picture has shown: milliseconds since the epoch. */
  newest: number;
  /** Pictures shown. */
  frames: number;
  /** When, in milliseconds after the first picture, playing stopped for want of media. */
  stalls: number[];
  /** The longest time between two pictures, in milliseconds. */
  longestHole: number;
  /** Fatal errors of hls.js, or the codes of the element's errors. */
  fatal: string[];
  /** Errors that hls.js got over. */
  errors: Record<string, number>;
  /** All that the element has said in words, each once. */
  said: string[];
}

/** The speed at which plain hls.js may catch up, as `<vh-player>` does. */
const FASTEST = 1.1;

/** So many pictures apart, one is read. */
const LOOK_EVERY = 6;

const HLS_JS = ({ targetLatency }: LiveView) => `
  import Hls from './hls.mjs';
  const video = document.querySelector('video');
  const target = ${JSON.stringify(targetLatency === undefined ? {} : { liveSyncDuration: targetLatency })};
  const hls = new Hls({ lowLatencyMode: true, maxLiveSyncPlaybackRate: ${String(FASTEST)}, ...target });
  const latency = () => hls.latency;
  hls.on(Hls.Events.ERROR, (_, { fatal, type, details }) => {
    watched.errors[details] = (watched.errors[details] ?? 0) + 1;
    if (!fatal) return;
    watched.fatal.push(details);
    if (type === Hls.ErrorTypes.NETWORK_ERROR) hls.startLoad();
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
  });
  hls.loadSource(manifest);
  hls.attachMedia(video);
  video.play();`;

const ELEMENT = `
  import './cdn/vh-elements.js';
  const player = document.querySelector('vh-player');
  const video = player.media;
  const latency = () => player.latency;
  player.addEventListener('vh-error', ({ error }) => watched.fatal.push(error.code));
  new MutationObserver(() => {
    for (const { textContent } of player.shadowRoot.querySelectorAll('[role=status], [role=alert]')) {
      const text = textContent.trim();
      if (text && !watched.said.includes(text)) watched.said.push(text);
    }
  }).observe(player.shadowRoot, { subtree: true, childList: true, characterData: true });
  player.src = manifest;
  // The element itself says it when it cannot play.
  player.play().catch(() => {});`;

/** A page that watches a live stream, and reads the time off its picture. */
export function liveViewerPage(manifest: string, view: LiveView): string {
  const isOurs = view.player === 'vh-player';
  const target = view.targetLatency === undefined ? '' : ` target-latency="${String(view.targetLatency)}"`;
  const body = isOurs
    ? `<vh-player muted without-memory without-resume${target}></vh-player>`
    : '<video muted playsinline></video>';
  return `<!doctype html>
<meta charset="utf-8"><title>live viewer</title><style>body > * { display: block; width: 320px; height: 180px }</style>
${body}
<script>
  const manifest = ${JSON.stringify(manifest)};
  window.watched = { glass: [], reported: [], newest: 0, frames: 0, stalls: [], longestHole: 0, fatal: [], errors: {}, said: [] };
</script>
<script type="module">${isOurs ? ELEMENT : HLS_JS(view)}
  window.describeMedia = () => ({
    at: video.currentTime,
    rate: video.playbackRate,
    paused: video.paused,
    readyState: video.readyState,
    buffered: Array.from(video.buffered, (_, index) => [video.buffered.start(index), video.buffered.end(index)]),
  });
  const canvas = new OffscreenCanvas(640, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  let first;
  let last;
  video.addEventListener('waiting', () => { if (first) watched.stalls.push(Math.round(performance.now() - first)); });
  setInterval(() => { if (first && latency() !== undefined) watched.reported.push(latency() * 1000); }, 500);
  const look = (now) => {
    watched.frames++;
    if (last !== undefined) watched.longestHole = Math.max(watched.longestHole, now - last);
    first ??= performance.now();
    last = now;
    if (watched.frames % ${String(LOOK_EVERY)} === 0) {
      context.drawImage(video, 0, 348, 640, 1, 0, 0, 640, 1);
      const { data } = context.getImageData(0, 0, 640, 1);
      let value = 0;
      for (let bit = 0; bit < 40; bit++) value = value * 2 + (data[(bit * 16 + 8) * 4] > 127 ? 1 : 0);
      const wall = Date.now();
      const shown = value + Math.round((wall - value) / 2 ** 40) * 2 ** 40;
      watched.glass.push(wall - shown);
      watched.newest = Math.max(watched.newest, shown);
    }
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
</script>`;
}
