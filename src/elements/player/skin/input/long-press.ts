/** A finger that stays so long wants the menu. */
const LONG_PRESS_MS = 500;
/** A click so soon after a long press is that press. */
const CLICK_MS = 500;

/**
 * The ways to a menu from a button that does something else: up and down, the context menu, a long press. The menu opens when
 * the pointer is lifted: browsers close one that opened before.
 */
export class LongPress {
  readonly #isOffered: () => boolean;
  readonly #open: () => void;
  /** When the pointer came down; undefined while none is. */
  #since: number | undefined;
  #wantsMenu = false;
  #clickUntil = 0;
  #frame = 0;

  constructor(isOffered: () => boolean, open: () => void) {
    this.#isOffered = isOffered;
    this.#open = open;
  }

  readonly takeKey = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !this.#isOffered()) return;
    // Elsewhere in the player these keys are the volume.
    event.preventDefault();
    this.#open();
  };

  readonly takeContextMenu = (event: Event): void => {
    if (!this.#isOffered()) return;
    event.preventDefault();
    if (this.#since === undefined) this.#open();
    else this.#wantsMenu = true;
  };

  readonly begin = ({ timeStamp }: PointerEvent): void => {
    this.#since = timeStamp;
    this.#wantsMenu = false;
    this.#clickUntil = 0;
    cancelAnimationFrame(this.#frame);
  };

  readonly end = ({ timeStamp, pointerType }: PointerEvent): void => {
    const since = this.#since ?? timeStamp;
    const isFinger = pointerType !== 'mouse';
    const isLong = isFinger && timeStamp - since >= LONG_PRESS_MS && this.#isOffered();
    const opens = isLong || this.#wantsMenu;
    this.cancel();
    if (!opens) return;
    if (isFinger) this.#clickUntil = timeStamp + CLICK_MS;
    this.#frame = requestAnimationFrame(this.#open);
  };

  readonly cancel = (): void => {
    this.#since = undefined;
    this.#wantsMenu = false;
  };

  /** On its way down: the button must not do its own work after a long press. */
  readonly takeClick = {
    capture: true,
    handleEvent: (event: Event): void => {
      if (event.timeStamp > this.#clickUntil) return;
      this.#clickUntil = 0;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
