import type { PlayerApi } from '../api/player-api.ts';
import { shareCaptionTracks } from '../../../captions/index.ts';
import { enterFullscreen, isFullscreen, leaveFullscreen } from '../presentation/fullscreen.ts';

const COMMANDS: Readonly<Record<string, (player: PlayerApi) => void>> = {
  '--play': play,
  '--pause': (player) => player.pause(),
  '--toggle': (player) => (player.paused ? play(player) : player.pause()),
  '--mute': (player) => (player.muted = !player.muted),
  '--fullscreen': fullscreen,
  '--captions': captions,
  '--next': (player) => {
    player.next();
    play(player);
  },
  '--previous': (player) => {
    player.previous();
    play(player);
  },
  '--go-live': (player) => {
    player.seekToLive();
    play(player);
  },
};

/**
 * Does what buttons with `commandfor` ask of a player, before its controls are loaded, too.
 *
 * @command --play - Plays.
 * @command --pause - Pauses.
 * @command --toggle - Plays or pauses.
 * @command --mute - Turns the sound off or on.
 * @command --fullscreen - Enters or exits full screen.
 * @command --captions - Turns captions on or off.
 * @command --next - Goes to the next entry of the playlist, and plays.
 * @command --previous - Goes to the previous entry of the playlist, and plays.
 * @command --go-live - Goes to where a viewer watches live.
 */
export class PlayerCommands {
  readonly #player: PlayerApi;

  constructor(player: PlayerApi) {
    this.#player = player;
  }

  /** Does what a `command` event asks; other commands are not for the player. */
  run(event: Event): void {
    const { command } = event as Event & { command: string };
    if (Object.hasOwn(COMMANDS, command)) COMMANDS[command]?.(this.#player);
  }
}

function play(player: PlayerApi): void {
  // A refusal leaves the player as it is.
  player.play().catch(() => {});
}

function fullscreen(player: PlayerApi): void {
  const done = isFullscreen(player) ? leaveFullscreen(player) : enterFullscreen(player);
  done.catch(() => {});
}

function captions(player: PlayerApi): void {
  const life = new AbortController();
  const memory = player.hasAttribute('without-memory') ? 'none' : 'kept';
  shareCaptionTracks(player.textTracks, life.signal, memory).toggle(navigator.languages);
  life.abort();
}
