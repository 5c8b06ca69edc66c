import type { PlayerText } from '../../../../locales/en/player.ts';
import type { KeyAction } from '../../api/key-choice.ts';

/** Keys that do one thing, and the words for it in the list of keys. */
export interface KeyBinding {
  /** As `KeyboardEvent.key` says them; letters are small, `shift+n` is N with Shift, and ` ` is the space bar. */
  readonly keys: readonly string[];
  /** What each of them does, or all of them. */
  readonly actions: readonly KeyAction[];
  /** The text for the keys in the list; by default the keys themselves. */
  readonly shown?: string;
  /** The name of the control that must have the focus, which takes the keys itself. */
  readonly on?: PlayerText;
  readonly word: PlayerText;
  /** The `{time}` in it. */
  readonly time?: string;
  act: (key: string) => void;
}

/** The members of a keyboard event that matter here. */
export type Key = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Where the focus is: what a control does with a key itself is left to it. */
export type KeyPlace = 'button' | 'slider' | 'elsewhere';

const SHIFT = 'shift+';
/** What a key writes that writes in another script than the Latin one: Cyrillic, Hebrew, Greek, Arabic and its digits. */
const OF_ANOTHER_SCRIPT = /^(?!.*\p{Script=Latin})(?![0-9])[\p{L}\p{M}\p{Nd}]+$/u;
/** The two keys beside the letters that do something, alone and with Shift. */
const SIGNS: ReadonlyMap<string, readonly [alone: string, shifted: string]> = new Map([
  ['Comma', [',', '<']],
  ['Period', ['.', '>']],
  ['Slash', ['/', '?']],
]);
/** Keys that are others with Shift. */
const WITH_SHIFT = /^([a-z]|page.*)$/i;
/** Keys that a slider moves by. */
const OF_SLIDERS = /^(arrow.*|home|end|(shift\+)?page.*|[0-9])$/;

/** The name of a key that is pressed in such a place, unless it is the place's own, or the browser's. */
export function keyName(event: Key, place: KeyPlace): string | undefined {
  const { altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey) return undefined;
  const key = latinKey(event);
  const name = `${shiftKey && WITH_SHIFT.test(key) ? SHIFT : ''}${key.toLowerCase()}`;
  if (place === 'button' && name === ' ') return undefined;
  return place === 'slider' && OF_SLIDERS.test(name) ? undefined : name;
}

/** The key, on a keyboard of another script the one that is at its place on a Latin one. */
function latinKey({ key, code, shiftKey }: Key): string {
  if (!OF_ANOTHER_SCRIPT.test(key)) return key;
  const sign = SIGNS.get(code)?.[shiftKey ? 1 : 0];
  return sign ?? /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code)?.[1] ?? key;
}

/** The binding of a key, the first that has it. A key that means nothing with Shift is the key alone. */
export function bindingOf(bindings: Iterable<KeyBinding>, name: string): KeyBinding | undefined {
  for (const binding of bindings) if (binding.keys.includes(name)) return binding;
  return name.startsWith(SHIFT) ? bindingOf(bindings, name.slice(SHIFT.length)) : undefined;
}

/** Where a key is pressed. */
export function placeOf(target: EventTarget | undefined): KeyPlace {
  if (target instanceof HTMLInputElement) return 'slider';
  return target instanceof HTMLButtonElement ? 'button' : 'elsewhere';
}
