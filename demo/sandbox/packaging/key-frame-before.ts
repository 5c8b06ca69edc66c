import { ALL_FORMATS, EncodedPacketSink, Input } from 'mediabunny';
import { extentsSource, type StoredFile } from './extents-source.ts';

/** The moment of the last key frame at or before another moment; sound alone can be cut anywhere. */
export async function keyFrameBefore(files: readonly StoredFile[], seconds: number): Promise<number> {
  const input = new Input({ formats: ALL_FORMATS, source: extentsSource(files) });
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) return seconds;
    const packet = await new EncodedPacketSink(video).getKeyPacket(seconds, { verifyKeyPackets: true });
    return Math.max(0, packet?.timestamp ?? 0);
  } finally {
    input.dispose();
  }
}
