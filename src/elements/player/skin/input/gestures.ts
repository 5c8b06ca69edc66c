import { speedOf } from '../../../../captions/index.ts';
import type { SkinContext } from '../context/control.ts';
import type { Press } from './controls-visibility.ts';

/** Two clicks within so long are one double click. */
const DOUBLE_MS = 250;
/** A pointer that is held so long plays faster until it is lifted. */
const HOLD_MS = 500;
/** CSS pixels: a finger that moves further scrolls. */
const STILL_PX = 10;
const HOLD_RATE = 2;

/** The actions of the gestures beside seeking. */
export interface GestureActions {
  press: () => Press;
  /** True while a press closes a menu, and does nothing else. */
  closesMenu: () => boolean;
  /** Seeks: 1 is forward, −1 is back. Each further tap at a side adds to it. */
  skip: (side: number) => void;
  /** Hides the controls; false where something keeps them. */
  dismissControls: () => boolean;
  toggleFullscreen: () => void;
  notify: (text: string) => void;
}

/**
 * Clicks, taps and presses on the picture. A click plays or pauses once it is known not to be a double click, so that a
 * double click does nothing but fill the screen. A finger that taps shows the controls and hides them: a button pauses.
 */
export class Gestures {
  readonly #skin: SkinContext;
  readonly #actions: GestureActions;
  #clicks = 0;
  #clickTimer: ReturnType<typeof setTimeout> | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #origin = { x: 0, y: 0 };
  /** The speed to return to, while the pointer holds another one. */
  #rateBefore: number | undefined;
  #swallowsClick = false;

  constructor(skin: SkinContext, actions: GestureActions) {
    this.#skin = skin;
    this.#actions = actions;
  }

  /** Forgets what has begun. */
  release(): void {
    clearTimeout(this.#clickTimer);
    this.#clicks = 0;
    this.endHold();
  }

  readonly click = (event: MouseEvent): void => {
    if (this.#swallowsClick) {
      this.#swallowsClick = false;
      return;
    }
    const press = this.#actions.press();
    clearTimeout(this.#clickTimer);
    const side = press === 'mouse' ? 0 : this.#sideOf(event);
    // Between the sides a double tap means nothing: each tap acts at once.
    if (press !== 'mouse' && side === 0) {
      this.#clicks = 0;
      this.#act(press);
      return;
    }
    this.#clicks += 1;
    const clicks = this.#clicks;
    this.#clickTimer = setTimeout(() => {
      this.#clicks = 0;
      if (clicks === 1) this.#act(press);
    }, DOUBLE_MS);
    if (clicks < 2) return;
    if (press !== 'mouse') this.#actions.skip(side);
    else if (clicks === 2) this.#actions.toggleFullscreen();
  };

  readonly hold = (event: PointerEvent): void => {
    this.#swallowsClick = this.#actions.closesMenu();
    if (this.#swallowsClick) return;
    if (!event.isPrimary || event.button !== 0) return;
    this.#origin = { x: event.clientX, y: event.clientY };
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => this.#speedUp(), HOLD_MS);
  };

  readonly move = ({ clientX, clientY }: PointerEvent): void => {
    const { x, y } = this.#origin;
    if (this.#rateBefore === undefined && Math.hypot(clientX - x, clientY - y) > STILL_PX)
      clearTimeout(this.#holdTimer);
  };

  readonly endHold = (): void => {
    clearTimeout(this.#holdTimer);
    if (this.#rateBefore === undefined) return;
    this.#skin.media.playbackRate = this.#rateBefore;
    this.#rateBefore = undefined;
    this.#actions.notify('');
  };

  #act(press: Press): void {
    // A tap on hidden controls has shown them.
    if (press === 'revealing-touch') return;
    // Without a picture there is nothing to clear for.
    if (press === 'mouse' || !this.#actions.dismissControls()) this.#skin.togglePlay();
  }

  #speedUp(): void {
    const { media, timeline } = this.#skin;
    if (media.paused || timeline.isLive) return;
    this.#rateBefore = speedOf(media);
    this.#swallowsClick = true;
    media.playbackRate = HOLD_RATE;
    this.#actions.notify(`${HOLD_RATE}×`);
  }

  /** 1 at the right (forward), −1 at the left (back), 0 between them. */
  #sideOf({ clientX, currentTarget }: MouseEvent): -1 | 0 | 1 {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    const part = (clientX - left) / width;
    if (part > 1 / 3 && part < 2 / 3) return 0;
    return part > 0.5 ? 1 : -1;
  }
}
