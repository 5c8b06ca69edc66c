/** The reader's limits for the other side. */
export interface ChunkLimits {
  /** Bytes of a message with picture or sound, and of any other message. */
  mediaBytes: number;
  otherBytes: number;
  /** Bytes of all messages together that have begun and not ended. */
  unfinishedBytes: number;
  /** Chunk streams. */
  streams: number;
}

/** For clients without a key so far: a handshake and some commands. */
export const UNAUTHENTICATED_LIMITS: ChunkLimits = {
  mediaBytes: 8 * 1024,
  otherBytes: 8 * 1024,
  unfinishedBytes: 16 * 1024,
  streams: 16,
};

/** For an encoder with a key: its largest message is a key frame. */
export const PUBLISHER_LIMITS: ChunkLimits = {
  mediaBytes: 8 * 1024 * 1024,
  otherBytes: 64 * 1024,
  unfinishedBytes: 16 * 1024 * 1024,
  streams: 64,
};
