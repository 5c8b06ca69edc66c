import type { Attributes } from '../../http/values/attributes.ts';
import type { VideoChanges } from '../../store/media/videos.ts';

/** Reads what may be said of a video when it is made, and changed later. */
export function readChanges(attributes: Attributes): VideoChanges {
  const changes = {
    description: attributes.text('description'),
    public: attributes.flag('public'),
    panoramic: attributes.flag('panoramic'),
    mp4Support: attributes.flag('mp4Support'),
    playerId: attributes.nullableText('playerId'),
    tags: attributes.texts('tags'),
    metadata: attributes.pairs('metadata'),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
