import type { Attributes } from '../../http/values/attributes.ts';
import { FLAG, PAIRS, TEXT, TEXTS, nullable } from '../../http/values/shape.ts';
import type { VideoChanges } from '../../store/media/videos.ts';

/** What may be said of a video when it is made, and changed later. */
export const VIDEO_CHANGES = {
  description: TEXT,
  public: FLAG,
  panoramic: FLAG,
  mp4Support: FLAG,
  playerId: nullable(TEXT),
  tags: TEXTS,
  metadata: PAIRS,
};

/** Reads it. */
export function readChanges(attributes: Attributes): VideoChanges {
  return attributes.read(VIDEO_CHANGES);
}
