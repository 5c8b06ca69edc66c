import type { VhPlayer } from '../../../../src/elements/player/vh-player.ts';

/** What a viewer of a player can press or hold, where it is. */
export function controlBoxes({ renderRoot }: VhPlayer): readonly DOMRect[] {
  return [...renderRoot.querySelectorAll('.controls :is(button, .rail)')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 0);
}

/** Where a player says what a key has done, while it does. */
export function noticeBoxes({ renderRoot }: VhPlayer): readonly DOMRect[] {
  return [...renderRoot.querySelectorAll('.notice span:not(:empty)')].map((one) =>
    one.getBoundingClientRect(),
  );
}

/** The pairs of boxes that lie over each other by more than a pixel, as text. */
export function overlaps(ones: readonly DOMRect[], others = ones): string[] {
  return ones.flatMap((one) =>
    others
      .filter((other) => other !== one)
      .filter(
        (other) =>
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
      )
      .map((other) => `${textOf(one)} and ${textOf(other)}`),
  );
}

function textOf({ left, top, right, bottom }: DOMRect): string {
  return [left, top, right, bottom].map(Math.round).join(' ');
}
