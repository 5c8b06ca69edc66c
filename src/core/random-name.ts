/** A random name that nothing else has. Pages without https have no crypto.randomUUID. */
export function makeRandomName(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
