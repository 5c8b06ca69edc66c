import { LazyModule } from '../../../core/async/lazy-module.ts';
import type { VhError } from '../../../core/errors/vh-error.ts';
import type { CommandedPlayer } from './player-commands.ts';

/** A listener that does what buttons with `commandfor` say. Most pages have none: the code comes with the first press. */
export function takeCommands(
  player: CommandedPlayer,
  report: (error: VhError) => unknown,
): (event: Event) => void {
  const commands = new LazyModule(
    () => import('./player-commands.ts'),
    (code) => new code.PlayerCommands(player),
    report,
  );
  return (event) => void commands.load().then((part) => part?.run(event));
}
