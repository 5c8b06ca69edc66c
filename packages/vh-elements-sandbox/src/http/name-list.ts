const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 40;

/** Names that a client made up, in words; nothing where there are none. */
export function nameList(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name.slice(0, MAX_NAME_CHARACTERS)}"`);
  return shown.join(', ') + (names.length > MAX_NAMES ? ', …' : '');
}
