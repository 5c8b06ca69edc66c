import { readRecord, readText } from '../core/wire/read-json.ts';
import type { VhPlayer } from '../elements/player/vh-player.ts';
import { readEmbedOptions, type EmbedOptions } from '../embed/embed-address.ts';
import type { HostMessage } from './sdk-bridge.ts';
import { switchCaptions } from './show-captions.ts';

/** The page around the player, as far as a message may change it. */
export interface EmbedStage {
  readonly player: VhPlayer;
  readonly isLive: boolean;
  readonly mp4: string | undefined;
  show(options: EmbedOptions): void;
  leave(): void;
  send(type: string): void;
}

type Command = (stage: EmbedStage, message: HostMessage) => void;
type Getter = (stage: EmbedStage) => unknown;

const GETTERS: Readonly<Record<string, Getter>> = {
  getPaused: ({ player }) => player.paused,
  getMuted: ({ player }) => player.muted,
  getPlaying: ({ player }) => !player.paused && !player.ended,
  getDuration: ({ player }) => player.duration,
  getCurrentTime: ({ player }) => player.currentTime,
  getPlaybackRate: ({ player }) => player.playbackRate,
  getVolume: ({ player }) => player.volume,
  getLoop: ({ player }) => player.loop,
  getVideoSize: ({ player }) => ({ width: player.videoWidth, height: player.videoHeight }),
  isLiveStream: ({ isLive }) => isLive,
  getMp4Url: ({ mp4 }) => mp4 ?? null,
};

const COMMANDS: Readonly<Record<string, Command>> = {
  play: ({ player }) => void player.play().catch(ignore),
  pause: ({ player }) => {
    player.pause();
  },
  mute: ({ player }) => (player.muted = true),
  unmute: ({ player }) => (player.muted = false),
  // Relative seconds, not a position.
  seek: ({ player }, message) => (player.currentTime += number(message['seek'], 0)),
  setCurrentTime: ({ player }, message) => (player.currentTime = number(message['currentTime'], 0)),
  setVolume: ({ player }, message) => {
    player.volume = Math.min(1, Math.max(0, number(message['volume'], player.volume)));
  },
  setAutoplay: ({ player }, message) => (player.autoplay = message['autoplay'] === true),
  setLoop: ({ player }, message) => (player.loop = message['loop'] === true),
  setPlaybackRate: ({ player }, message) => {
    player.playbackRate = Math.min(16, Math.max(0.0625, number(message['rate'], 1)));
  },
  setChromeless: ({ player }, message) => {
    player.withoutControls = message['chromeless'] === true;
    player.heading = message['chromeless'] === true ? '' : undefined;
  },
  // Single controls cannot be hidden; a list of them is therefore no reason to hide all.
  hideControls: (stage, { controls }) => {
    if (controls !== undefined) return;
    stage.player.withoutControls = true;
    stage.send('controlsdisabled');
  },
  showControls: (stage, { controls }) => {
    if (controls !== undefined) return;
    stage.player.withoutControls = false;
    stage.send('controlsenabled');
  },
  hideTitle: ({ player }) => (player.heading = ''),
  showTitle: ({ player }) => (player.heading = undefined),
  hidePoster: ({ player }) => (player.poster = ''),
  showPoster: ({ player }) => {
    player.removeAttribute('poster');
  },
  hideSubtitles: ({ player }) => {
    switchCaptions(player, false);
  },
  showSubtitles: ({ player }) => {
    switchCaptions(player, true);
  },
  setTheme: ({ player }, { theme }) => {
    const colour = readText(readRecord(theme)?.['trackPlayed']);
    // Accepts a colour and nothing else, from every sender.
    if (colour !== undefined && CSS.supports('color', colour))
      player.style.setProperty('--vh-accent', colour);
  },
  setStyleProperty: ({ player }, message) => {
    setStyle(player, message);
  },
  requestFullscreen: ({ player }) => void player.requestFullscreen().catch(ignore),
  exitFullscreen: () => void document.exitFullscreen().catch(ignore),
  requestPictureInPicture: ({ player }) => void player.requestPictureInPicture().catch(ignore),
  exitPictureInPicture: () => void document.exitPictureInPicture().catch(ignore),
  loadConfig: (stage, { url }) => {
    const isOurs = typeof url === 'string' && URL.canParse(url) && new URL(url).origin === location.origin;
    const options = isOurs ? readEmbedOptions(url) : undefined;
    if (options) stage.show(options);
  },
  destroy: (stage) => {
    stage.leave();
  },
};

/** Does what a message says; the answer is what it asks for, if it asks. Unknown ones are passed over. */
export function runCommand(stage: EmbedStage, message: HostMessage): unknown {
  const name = message.message;
  if (Object.hasOwn(GETTERS, name)) return GETTERS[name]?.(stage);
  if (Object.hasOwn(COMMANDS, name)) COMMANDS[name]?.(stage, message);
  return undefined;
}

/** The two properties that the SDK sets, and none of the rest: a style can show and hide what it likes. */
function setStyle(player: VhPlayer, { query, property, value }: HostMessage): void {
  if (query !== 'video' || (property !== 'transform' && property !== 'object-fit')) return;
  if (typeof value === 'string' && value.length <= 200 && CSS.supports(property, value)) {
    player.media.style.setProperty(property, value);
  }
}

function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** The browser may refuse: there was no gesture, or there is nothing to leave. The host gets no event of it. */
function ignore(): void {
  return undefined;
}
