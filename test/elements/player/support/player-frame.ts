import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';
import { settled } from '../../../support/until.ts';
import type { PlayerHarness } from '../../../support/elements/player-harness.ts';

interface Harness {
  PlayerHarness: typeof PlayerHarness;
}

/** A document with a player in it, and what its page was told. */
export interface PlayerFrame {
  readonly player: PlayerHarness;
  readonly window: Window & typeof globalThis;
  /** The codes of each `vh-error`; `unhandled` for a rejection that nobody handled, and for an error that nobody caught. */
  readonly told: readonly string[];
  remove: () => Promise<void>;
}

/**
 * Puts a player into a frame: a document of its own loads each module anew, whatever this page has. `isHere` puts it into this
 * page.
 */
export async function playerFrame(
  markup: string,
  prepare?: (element: VhPlayer) => void,
  isHere = false,
): Promise<PlayerFrame> {
  const frame = document.createElement('iframe');
  if (!isHere) {
    frame.srcdoc = '<!doctype html><html lang="en"><body style="margin: 0">';
    frame.width = '700';
    frame.height = '420';
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  }
  const own = isHere ? window : (frame.contentWindow as Window & typeof globalThis);
  const told: string[] = [];
  const note = (event: Event) => {
    told.push('unhandled');
    event.preventDefault();
  };
  const types = ['unhandledrejection', 'error'];
  for (const type of types) own.addEventListener(type, note);
  const load = own.eval("import('/test/support/elements/player-harness.ts')") as Promise<Harness>;
  const harness = await load;
  const player = await harness.PlayerHarness.create(markup, (element) => {
    element.addEventListener('vh-error', ({ error }) => told.push(error.code));
    prepare?.(element);
  });
  return {
    player,
    window: own,
    told,
    remove: async () => {
      player.element.pause();
      player.element.playlist = undefined;
      player.element.src = '';
      player.remove();
      // WebKitGTK may show no other film where a document goes with one that still plays.
      await settled();
      frame.remove();
      for (const type of types) own.removeEventListener(type, note);
    },
  };
}
