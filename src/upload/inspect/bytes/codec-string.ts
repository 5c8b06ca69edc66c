// The names by which browsers know codecs, made from the configuration that a container carries. Bytes that are not
// there read as nothing: a name without its details is better than none.

const byte = (config: Uint8Array, at: number): number => config[at] ?? 0;
const hex = (value: number): string => value.toString(16).padStart(2, '0');
const two = (value: number): string => String(value).padStart(2, '0');

/** H.264, from its `avcC`. */
export function avc(config: Uint8Array, name = 'avc1'): string {
  return config.length < 4
    ? name
    : `${name}.${hex(byte(config, 1))}${hex(byte(config, 2))}${hex(byte(config, 3))}`;
}

/** H.265, from its `hvcC`. */
export function hevc(config: Uint8Array, name = 'hvc1'): string {
  if (config.length < 13) return name;
  const first = byte(config, 1);
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  const tier = (first & 0x20) === 0 ? 'L' : 'H';
  const constraints = [...config.subarray(6, 12)].map((part) => part.toString(16).toUpperCase());
  while (constraints.at(-1) === '0') constraints.pop();
  const profile = `${space}${String(first & 0x1f)}.${compatibility(config).toString(16).toUpperCase()}`;
  return [name, profile, `${tier}${String(byte(config, 12))}`, ...constraints].join('.');
}

/** The bits of the compatibility flags stand the other way round in the name. */
function compatibility(config: Uint8Array): number {
  let reversed = 0;
  for (let bit = 0; bit < 32; bit++) {
    if ((byte(config, 2 + (bit >> 3)) & (0x80 >> (bit & 7))) !== 0) reversed += 2 ** bit;
  }
  return reversed;
}

/** VP9, from what its `vpcC` says after version and flags. */
export function vp9(config: Uint8Array): string {
  return config.length < 3
    ? 'vp9'
    : `vp09.${two(byte(config, 0))}.${two(byte(config, 1))}.${two(byte(config, 2) >> 4)}`;
}

/** AV1, from its `av1C`. */
export function av1(config: Uint8Array): string {
  if (config.length < 3) return 'av01';
  const [profile, level] = [byte(config, 1) >> 5, byte(config, 1) & 0x1f];
  const flags = byte(config, 2);
  const depth = (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12;
  return `av01.${String(profile)}.${two(level)}${(flags & 0x80) === 0 ? 'M' : 'H'}.${two(depth)}`;
}

/** AAC, from its AudioSpecificConfig. */
export function aac(config: Uint8Array): string {
  const kind = byte(config, 0) >> 3;
  if (kind === 0) return 'mp4a.40.2';
  return `mp4a.40.${String(kind === 31 ? 32 + ((byte(config, 0) & 7) << 3) + (byte(config, 1) >> 5) : kind)}`;
}

/** A name as the file has it, when it is one. */
export function plainName(name: string): string | undefined {
  return /^[\w][\w./ -]{1,31}$/.test(name) ? name.trim() : undefined;
}
