const CHANNEL = String.raw`\s*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])\s*`;
const ALPHA = String.raw`\s*(?:0?\.\d{1,6}|[01](?:\.0{1,6})?|(?:\d{1,2}|100)%)\s*`;
const RGBA = new RegExp(`^rgba?\\(${CHANNEL},${CHANNEL},${CHANNEL}(?:,${ALPHA})?\\)$`, 'i');
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** True for `rgba(255, 255, 255, .95)` and its like, and for hexadecimal colours: nothing that could be more than one. */
export function isColour(text: string): boolean {
  return text.length <= 64 && (RGBA.test(text) || HEX.test(text));
}
