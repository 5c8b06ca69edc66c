/** What a key does, and with what number. */
export type KeyCommand =
  | { command: 'toggle-play' | 'toggle-mute' | 'toggle-captions' | 'toggle-fullscreen' }
  /** Seconds, forwards or backwards. */
  | { command: 'seek-by'; amount: number }
  /** A part of the whole, 0 to 1. */
  | { command: 'seek-to'; amount: number }
  /** A part of the loudest, up or down. */
  | { command: 'volume-by'; amount: number };

/** The members of a keyboard event that matter here. */
export type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Where the focus is: what a control does with a key itself is left to it. */
export type KeyPlace = 'button' | 'slider' | 'elsewhere';

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  ' ': { command: 'toggle-play' },
  'k': { command: 'toggle-play' },
  'm': { command: 'toggle-mute' },
  'c': { command: 'toggle-captions' },
  'f': { command: 'toggle-fullscreen' },
  'arrowleft': { command: 'seek-by', amount: -5 },
  'arrowright': { command: 'seek-by', amount: 5 },
  'arrowup': { command: 'volume-by', amount: 0.1 },
  'arrowdown': { command: 'volume-by', amount: -0.1 },
  'home': { command: 'seek-to', amount: 0 },
  'end': { command: 'seek-to', amount: 1 },
};

/** The command of a key that is pressed in such a place. */
export function keyCommand({ key, altKey, ctrlKey, metaKey }: Key, place: KeyPlace): KeyCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined;
  const name = key.toLowerCase();
  if (place === 'button' && name === ' ') return undefined;
  if (place === 'slider' && !/^[kmcf ]$/.test(name)) return undefined;
  if (/^[0-9]$/.test(name)) return { command: 'seek-to', amount: Number(name) / 10 };
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
