import type { KeyAction, KeyChoice } from '../../api/key-choice.ts';
import type { KeyBinding } from './key-map.ts';

/** How keys with long names are shown. */
const SHOWN: Readonly<Record<string, string>> = {
  ...{ ' ': 'Space', 'arrowleft': '←', 'arrowright': '→', 'arrowup': '↑', 'arrowdown': '↓' },
  ...{ home: 'Home', end: 'End', pageup: 'PageUp', pagedown: 'PageDown' },
};

/** The bindings with the page's keys for the actions that it names. A key of the page's is taken from all other actions. */
export function withChosenKeys(
  bindings: readonly KeyBinding[],
  choice: KeyChoice | undefined,
): readonly KeyBinding[] {
  if (!choice) return bindings;
  const taken = new Set(Object.values(choice).flatMap(keysIn));
  return bindings
    .map((binding) => withKeys(binding, choice, taken))
    .filter(({ keys, on }) => keys.length > 0 || on !== undefined);
}

/** The first key of an action, as it is shown. */
export function keyOf(bindings: readonly KeyBinding[], action: KeyAction): string | undefined {
  for (const { keys, actions } of bindings) {
    const at = actions.length === 1 ? 0 : actions.indexOf(action);
    const key = actions.includes(action) ? keys[at] : undefined;
    if (key !== undefined) return shownKey(key);
  }
  return undefined;
}

function withKeys(binding: KeyBinding, choice: KeyChoice, taken: ReadonlySet<string>): KeyBinding {
  const { keys, actions, act } = binding;
  const own = keys.map((key, at) => ({ key, original: key, action: actions[at] ?? actions[0] }));
  const pairs = [...new Set(actions)].flatMap((action) => {
    const originals = own.filter((pair) => pair.action === action);
    const chosen = choice[action];
    if (chosen === undefined) return originals.filter(({ key }) => !taken.has(key));
    // The first does what the first of the player's own keys does, the second what the second does.
    return keysIn(chosen).map((key, at) => ({
      ...{ key, action },
      original: (originals[at] ?? originals.at(-1))?.original ?? key,
    }));
  });
  if (JSON.stringify(pairs) === JSON.stringify(own)) return binding;
  return {
    ...binding,
    keys: pairs.map(({ key }) => key),
    actions: pairs.flatMap(({ action }) => action ?? []),
    shown: pairs.map(({ key }) => shownKey(key)).join(' '),
    act: (key) => act(pairs.find((pair) => pair.key === key)?.original ?? key),
  };
}

/** The names of keys, as `keyName()` gives them. Other texts are left out. */
function keysIn(chosen: unknown): string[] {
  const names: unknown[] = Array.isArray(chosen) ? chosen : [chosen];
  return names
    .filter((name) => typeof name === 'string' && name !== '')
    .map((name) => (name as string).toLowerCase())
    .map((name) => (name === 'space' ? ' ' : name));
}

function shownKey(key: string): string {
  const [last = '', ...rest] = key.split('+').reverse();
  // `+` is a key, too.
  if (last === '' || rest.length === 0) return SHOWN[key] ?? key;
  const shownPart = (part: string) => SHOWN[part] ?? part.charAt(0).toUpperCase() + part.slice(1);
  return [...rest.reverse(), last].map(shownPart).join('+');
}
