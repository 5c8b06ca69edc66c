/** A name that nothing else has. Not crypto.randomUUID, which pages without https have not. */
export function makeRandomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
