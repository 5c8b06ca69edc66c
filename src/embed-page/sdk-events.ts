import type { VhPlayer } from '../elements/player/vh-player.ts';

type Send = (type: string, details?: Readonly<Record<string, unknown>>) => void;

const IDLE_MS = 3_000;

/** Sends the player's events in the words of the service's own player, until `signal` ends that. */
export function sendPlayerEvents(player: VhPlayer, send: Send, signal: AbortSignal): void {
  const on = (type: string, details?: () => Readonly<Record<string, unknown>>, as: string = type) => {
    player.addEventListener(type, () => send(as, details?.()), { signal });
  };
  for (const type of ['play', 'pause', 'ended', 'seeking', 'ratechange', 'error']) on(type);
  on('loadedmetadata', undefined, 'ready');
  on('timeupdate', () => ({ currentTime: player.currentTime }));
  on('volumechange', () => ({ volume: player.muted ? 0 : player.volume }));
  on(
    'resize',
    () => ({ resolution: { width: player.videoWidth, height: player.videoHeight } }),
    'qualitychange',
  );
  on('resize');
  player.addEventListener('playing', () => send('firstplay'), { signal, once: true });
  document.addEventListener(
    'fullscreenchange',
    () => send('fullscreenchange', { isFullScreen: document.fullscreenElement !== null }),
    { signal },
  );
  const observer = new ResizeObserver(() => send('playerresize'));
  observer.observe(player);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  sendActivity(send, signal);
}

/** Reports whether there is a pointer over the page, and whether it does anything. */
function sendActivity(send: Send, signal: AbortSignal): void {
  const page = document.documentElement;
  page.addEventListener('mouseenter', () => send('mouseenter'), { signal });
  page.addEventListener('mouseleave', () => send('mouseleave'), { signal });
  let idle: ReturnType<typeof setTimeout> | undefined;
  const act = () => {
    if (idle === undefined) send('useractive');
    clearTimeout(idle);
    idle = setTimeout(() => {
      idle = undefined;
      send('userinactive');
    }, IDLE_MS);
  };
  for (const type of ['pointermove', 'pointerdown', 'keydown']) page.addEventListener(type, act, { signal });
  signal.addEventListener('abort', () => clearTimeout(idle), { once: true });
}
