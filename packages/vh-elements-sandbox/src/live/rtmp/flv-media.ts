import type { Feed } from '../frames/feed.ts';
import { pictureSize } from '../h264/read-sequence.ts';
import type { AudioTrack, MediaFrame, VideoTrack } from '../frames/media-frame.ts';
import type { AmfValue } from './amf0.ts';

const AVC = 7;
const AAC = 10;
const KEY_FRAME = 1;
const SAMPLE_RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
];
/** How long to wait for a track that may still come, and how many frames and bytes to keep meanwhile. */
const TRACK_WAIT_MS = 2_000;
const MAX_KEPT_FRAMES = 600;
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Turns what an encoder sends, in the shapes of FLV, into tracks and frames. */
export class FlvMedia {
  readonly #feed: Feed;
  readonly #log: (line: string) => void;
  #video: VideoTrack | undefined;
  #audio: AudioTrack | undefined;
  #announced: { video: boolean; audio: boolean } | undefined;
  /** Frames that wait until it is known which tracks there are. */
  #kept: MediaFrame[] | undefined = [];
  #keptBytes = 0;
  #hasComplained = false;

  constructor(feed: Feed, log: (line: string) => void) {
    this.#feed = feed;
    this.#log = log;
  }

  /** The encoder's metadata before the media. */
  describe(metadata: AmfValue): void {
    if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return;
    const has = (name: string) =>
      metadata[name] !== undefined && metadata[name] !== null && metadata[name] !== 0;
    this.#announced = { video: has('videocodecid'), audio: has('audiocodecid') };
  }

  /** A video message; throws when it is of a kind that cannot be played. */
  video(timestamp: number, payload: Buffer): void {
    if (payload.length < 5) return;
    const first = payload.readUInt8();
    // The highest bit marks the newer header, which encoders use for everything but H.264.
    if (first & 0x80 || (first & 0x0f) !== AVC) throw new Error('the picture is not H.264');
    const data = payload.subarray(5);
    const packet = payload[1];
    if (packet === 0) {
      this.#video = { ...pictureSize(data), config: data };
      this.#reportTracks();
    }
    if (packet !== 1 || !this.#video || data.length === 0) return;
    const shift = (payload.readUIntBE(2, 3) << 8) >> 8;
    this.#push({
      kind: 'video',
      decodeAt: timestamp,
      showAt: timestamp + shift,
      key: first >> 4 === KEY_FRAME,
      data,
    });
  }

  /** An audio message; sound that is not AAC is left out. */
  audio(timestamp: number, payload: Buffer): void {
    if (payload.length < 2) return;
    if (payload.readUInt8() >> 4 !== AAC) {
      if (!this.#hasComplained) this.#log('the sound of a live stream is not AAC: it goes without');
      this.#hasComplained = true;
      if (this.#announced) this.#announced.audio = false;
      return;
    }
    const data = payload.subarray(2);
    if (payload[1] === 0) {
      this.#audio = readAudioTrack(data);
      this.#reportTracks();
    } else if (this.#audio && data.length > 0) {
      this.#push({ kind: 'audio', decodeAt: timestamp, showAt: timestamp, key: true, data });
    }
  }

  #push(frame: MediaFrame): void {
    if (!this.#kept) {
      this.#feed.push(frame);
      return;
    }
    this.#kept.push(frame);
    this.#keptBytes += frame.data.length;
    const waited = frame.decodeAt - (this.#kept[0]?.decodeAt ?? 0);
    const isMuch = this.#kept.length > MAX_KEPT_FRAMES || this.#keptBytes > MAX_KEPT_BYTES;
    if (this.#isComplete() || waited > TRACK_WAIT_MS || isMuch) this.#begin(this.#kept);
  }

  #isComplete(): boolean {
    const { video, audio } = this.#announced ?? { video: true, audio: true };
    return (!video || this.#video !== undefined) && (!audio || this.#audio !== undefined);
  }

  #begin(kept: readonly MediaFrame[]): void {
    this.#kept = undefined;
    this.#reportTracks();
    for (const frame of kept) this.#feed.push(frame);
  }

  #reportTracks(): void {
    if (!this.#kept) this.#feed.begin({ video: this.#video, audio: this.#audio });
  }
}

/** Reads an AudioSpecificConfig. */
function readAudioTrack(config: Buffer): AudioTrack {
  if (config.length < 2) throw new Error('the sound cannot be read');
  const bits = config.readUInt16BE();
  const sampleRate = SAMPLE_RATES[(bits >> 7) & 0x0f];
  if (sampleRate === undefined) throw new Error('the sound has no known rate');
  return { sampleRate, channels: Math.min(8, (bits >> 3) & 0x0f) || 2, config: Buffer.from(config) };
}
