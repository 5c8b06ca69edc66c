import { readEmbedOptions, type EmbedHost, type EmbedOptions } from '../embed/embed-address.ts';
import { readPageSettings, SETTINGS_ID, type PageSettings } from '../embed/page-settings.ts';
import { addPlayer, configurePlayer, type FoundPlayback } from './embedded-player.ts';
import { speakPlayerJs } from './player-js-bridge.ts';
import { SdkBridge } from './sdk-bridge.ts';
import { runCommand, type EmbedStage } from './sdk-commands.ts';
import { sendPlayerEvents } from './sdk-events.ts';
import { showCaptions } from './show-captions.ts';

// The script of an embed page: one player, and the messages of the page that embeds it.

function start(asked: EmbedOptions, settings: PageSettings): void {
  const life = new AbortController();
  const { signal } = life;
  // Ends before the player does where its owner wants that.
  const talk = new AbortController();
  signal.addEventListener('abort', () => talk.abort(), { once: true });
  let { kind } = asked;
  let found: FoundPlayback | undefined;
  let sdk: SdkBridge | undefined;
  const take = (next: FoundPlayback) => {
    found = next;
    if (!next.allowsApi) talk.abort();
  };
  if (settings.allowsApi === false) talk.abort();
  const player = addPlayer(asked, settings, take);
  const stage: EmbedStage = {
    player,
    get isLive() {
      return kind === 'live-stream';
    },
    get mp4() {
      // The address of a private one opens it: a session or a token stands in it.
      const playback = found?.playback ?? settings.playback;
      return (found ?? settings).isPublic === true ? playback?.mp4 : undefined;
    },
    show: (next) => {
      ({ kind } = next);
      found = undefined;
      settings = { ...settings, playback: undefined, isPublic: false, swapsTokens: false };
      configurePlayer(player, next, settings, take);
      player.load();
    },
    leave: () => {
      life.abort();
      player.remove();
    },
    send: (type) => sdk?.send(type),
  };
  if (asked.captions !== undefined) showCaptions(player, asked.captions, signal);
  if (!asked.hotkeys) silenceKeys(signal);
  // A page outside a frame has no receiver for messages.
  if (window.parent === window || talk.signal.aborted) return;
  const { allowedOrigins } = settings;
  if (asked.host && isAllowed(asked.host, allowedOrigins)) sdk = connectSdk(asked.host, stage, talk.signal);
  const length = () => (found?.playback ?? settings.playback)?.duration;
  speakPlayerJs(player, { window, allowedOrigins, length, signal: talk.signal });
}

function isAllowed({ origin }: EmbedHost, allowed: PageSettings['allowedOrigins']): boolean {
  return allowed === undefined || allowed.includes(origin);
}

function connectSdk(host: EmbedHost, stage: EmbedStage, signal: AbortSignal): SdkBridge {
  const bridge = new SdkBridge(host, window, (message) => runCommand(stage, message), signal);
  sendPlayerEvents(stage.player, (type, details) => bridge.send(type, details), signal);
  // The SDK sends nothing before it has received this.
  bridge.send('sdkSync');
  return bridge;
}

/** Keeps single letters and digits from the player; the keys that move the focus and press buttons stay. */
function silenceKeys(signal: AbortSignal): void {
  const silence = (event: KeyboardEvent) => {
    if (/^[a-z0-9<>]$/i.test(event.key)) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', silence, { capture: true, signal });
}

/** Runs the page that the address and the settings in the document describe. */
export function runEmbedPage(): void {
  const options = readEmbedOptions(location.href);
  if (!options) return;
  start(options, readPageSettings(document.getElementById(SETTINGS_ID)?.textContent));
  // The still picture has done its part once the player is there.
  void customElements.whenDefined('vh-player').then(() => document.querySelector('.still')?.remove());
}
