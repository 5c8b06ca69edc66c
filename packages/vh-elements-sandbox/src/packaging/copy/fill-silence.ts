import type { EncodedPacket } from 'mediabunny';
import type { OutputSound } from './output-tracks.ts';
import { silentPacket } from './silent-packet.ts';

/** Seconds without sound that no player minds. */
const SHORT_GAP_SECONDS = 0.1;

/**
 * Extends a short sound to the end of the picture with silence in its own encoding. Browsers play only as
 * far as every track has been loaded: they stall where one has nothing. Sound in an encoding whose silence is not known
 * stays as it is.
 */
export async function* fillSilence(
  packets: AsyncIterable<EncodedPacket>,
  sound: OutputSound,
  until: number,
): AsyncGenerator<EncodedPacket> {
  const silent = silentPacket(sound);
  let at = 0;
  for await (const packet of packets) {
    if (silent) yield* silence(silent, at, packet.timestamp);
    yield packet;
    at = Math.max(at, packet.timestamp + packet.duration);
  }
  if (silent) yield* silence(silent, at, until);
}

function* silence(silent: EncodedPacket, from: number, to: number): Generator<EncodedPacket> {
  if (to - from < SHORT_GAP_SECONDS) return;
  const count = Math.floor((to - from) / silent.duration);
  for (let n = 0; n < count; n++) yield silent.clone({ timestamp: from + n * silent.duration });
}
