import type { MediaAddress, PlaybackSource } from './playback-source.ts';

/** The address in a later source that is of the same kind as that one. */
export function currentAddress({ media }: PlaybackSource, address: MediaAddress): MediaAddress {
  if (media.includes(address)) return address;
  return media.find(({ hls, type }) => hls === address.hls && type === address.type) ?? address;
}
