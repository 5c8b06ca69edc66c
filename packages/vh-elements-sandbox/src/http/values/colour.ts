import { text } from './shape.ts';

const CHANNEL = String.raw`\s*(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])\s*`;
const ALPHA = String.raw`\s*(?:0?\.\d{1,6}|[01](?:\.0{1,6})?|(?:\d{1,2}|100)%)\s*`;
// In either case, which a pattern of JSON Schema cannot say with a flag.
const RGBA = String.raw`^[Rr][Gg][Bb][Aa]?\(${CHANNEL},${CHANNEL},${CHANNEL}(?:,${ALPHA})?\)$`;
const HEX = String.raw`^#(?:[\dA-Fa-f]{3,4}|[\dA-Fa-f]{6}|[\dA-Fa-f]{8})$`;

/** `rgba(255, 255, 255, .95)` and its like, and hexadecimal colours: nothing that could be more than one. */
export const COLOUR = text('a colour such as rgba(255, 255, 255, .95)', {
  pattern: `${RGBA}|${HEX}`,
  maxLength: 64,
});
