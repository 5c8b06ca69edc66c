/** How a stream's picture is encoded: H.264, with its decoder configuration as an `avcC` holds it. */
export interface VideoTrack {
  width: number;
  height: number;
  config: Buffer;
}

/** How a stream's sound is encoded: AAC, with its AudioSpecificConfig. */
export interface AudioTrack {
  sampleRate: number;
  channels: number;
  config: Buffer;
}

/** A source's tracks; at least one of the two. */
export interface Tracks {
  video?: VideoTrack | undefined;
  audio?: AudioTrack | undefined;
}

/** One coded picture, NAL units with their lengths before them, or one AAC frame. */
export interface MediaFrame {
  kind: 'video' | 'audio';
  /** When it is decoded and when it is shown, in milliseconds on the source's own clock. */
  decodeAt: number;
  showAt: number;
  key: boolean;
  data: Buffer;
}

/** True when a decoder that was set up for one can decode the other. */
export function isSameTracks(one: Tracks, other: Tracks): boolean {
  const same = (a: Buffer | undefined, b: Buffer | undefined) => (a && b ? a.equals(b) : a === b);
  return same(one.video?.config, other.video?.config) && same(one.audio?.config, other.audio?.config);
}
