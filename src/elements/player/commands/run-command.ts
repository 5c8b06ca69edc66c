import type { CommandedPlayer } from './player-commands.ts';

/** Does what a button with `commandfor` asks. The commands are loaded with the first one: most pages have none. */
export function runCommand(player: CommandedPlayer, event: Event): void {
  const { command } = event as Event & { command: string };
  import('./player-commands.ts').then(
    ({ PlayerCommands }) => new PlayerCommands(player).obey(command),
    () => {},
  );
}
