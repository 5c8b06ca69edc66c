import { readEmbedOptions, type EmbedHost, type EmbedOptions } from './embed-options.ts';
import { addPlayer, applyTheme, configurePlayer, type EmbedPlayback } from './embedded-player.ts';
import { HostBridge } from './host-bridge.ts';
import { runCommand, showSubtitles, type EmbedStage } from './player-commands.ts';
import { tellPlayerEvents } from './player-events.ts';

// What runs on an embed page: one player, and the wire to the page that embeds it.

function start(asked: EmbedOptions): void {
  const life = new AbortController();
  const { signal } = life;
  let { kind } = asked;
  let mp4: string | undefined;
  let bridge: HostBridge | undefined;
  const takePlayback = (playback: EmbedPlayback) => {
    mp4 = playback.mp4;
    if (!playback.theme) return;
    applyTheme(player, playback.theme);
    if (!playback.theme.enableApi) bridge?.end();
  };
  const player = addPlayer(asked, takePlayback);
  const stage: EmbedStage = {
    player,
    get isLive() {
      return kind === 'live';
    },
    get mp4() {
      return mp4;
    },
    show: (next) => {
      ({ kind } = next);
      configurePlayer(player, next, takePlayback);
      player.load();
    },
    leave: () => {
      life.abort();
      player.remove();
    },
    tell: (type) => bridge?.tell(type),
  };
  if (asked.showSubtitles) {
    player.addEventListener('loadedmetadata', () => showSubtitles(player, true), { signal });
  }
  if (!asked.hotkeys) silenceKeys(signal);
  // A page on its own has nobody to talk to.
  if (asked.host && window.parent !== window) bridge = connect(asked.host, stage, signal);
}

function connect(host: EmbedHost, stage: EmbedStage, signal: AbortSignal): HostBridge {
  const bridge = new HostBridge(host, window, (message) => runCommand(stage, message));
  signal.addEventListener('abort', () => {
    bridge.end();
  });
  tellPlayerEvents(stage.player, (type, details) => bridge.tell(type, details), signal);
  // The SDK says nothing before it has heard this.
  bridge.tell('sdkSync');
  return bridge;
}

/** Keeps single letters and digits from the player; the keys that move the focus and press buttons stay. */
function silenceKeys(signal: AbortSignal): void {
  const silence = (event: KeyboardEvent) => {
    if (/^[a-z0-9<>]$/i.test(event.key)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', silence, { capture: true, signal });
}

const options = readEmbedOptions(location.href);
if (options) start(options);
