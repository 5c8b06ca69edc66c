import { nothing, type TemplateResult } from 'lit';
import type { PlayerText } from '../../../../locales/en/player.ts';
import type { Icon } from '../../../styling/icons.ts';
import { controlButton, type SkinContext } from './control.ts';
import type { KeyAction } from '../../api/key-choice.ts';

/** A view that one button, and one key, enters and leaves: the whole screen, a window above all others. */
export interface PlayerView {
  readonly name: string;
  readonly action: KeyAction;
  /** Of the button: the first enters the view, the second leaves it. */
  readonly icons: readonly [Icon, Icon];
  readonly labels: readonly [PlayerText, PlayerText];
  /** False where this browser, or the page, does not have it. */
  readonly isPossible: boolean;
  readonly isOn: boolean;
  enter: () => Promise<unknown>;
  leave: () => Promise<unknown>;
}

/** The view's button. */
export function viewButton(
  { words, keyFor }: SkinContext,
  view: PlayerView,
): TemplateResult | typeof nothing {
  if (!view.isPossible) return nothing;
  const { name, action, icons, labels } = view;
  const at = view.isOn ? 1 : 0;
  return controlButton({
    name,
    icon: icons[at],
    label: words[labels[at]],
    act: () => toggleView(view),
    key: keyFor(action),
  });
}

/** Enters the view, or leaves it. A refusal leaves everything as it is. */
export function toggleView(view: PlayerView): void {
  if (!view.isPossible) return;
  const done = view.isOn ? view.leave() : view.enter();
  done.catch(() => {});
}
