import type { MediaFrame, Tracks } from '../frames/media-frame.ts';
import { encodeAmf } from './amf0.ts';

/** A message of RTMP that carries media, or describes it. */
export interface FlvMessage {
  type: number;
  payload: Buffer;
}

const AUDIO = 8;
const VIDEO = 9;
const DATA = 18;

/** The headers that a server needs before the frames. */
export function announce({ video, audio }: Tracks): FlvMessage[] {
  const metadata = {
    ...(video ? { width: video.width, height: video.height, videocodecid: 7 } : {}),
    ...(audio ? { audiosamplerate: audio.sampleRate, stereo: audio.channels > 1, audiocodecid: 10 } : {}),
  };
  return [
    { type: DATA, payload: encodeAmf('@setDataFrame', 'onMetaData', metadata) },
    ...(video ? [{ type: VIDEO, payload: Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), video.config]) }] : []),
    ...(audio ? [{ type: AUDIO, payload: Buffer.concat([Buffer.of(0xaf, 0), audio.config]) }] : []),
  ];
}

/** One frame. */
export function frameMessage({ kind, decodeAt, showAt, key, data }: MediaFrame): FlvMessage {
  if (kind === 'audio') return { type: AUDIO, payload: Buffer.concat([Buffer.of(0xaf, 1), data]) };
  const head = Buffer.of(key ? 0x17 : 0x27, 1, 0, 0, 0);
  head.writeIntBE(Math.round(showAt - decodeAt), 2, 3);
  return { type: VIDEO, payload: Buffer.concat([head, data]) };
}
