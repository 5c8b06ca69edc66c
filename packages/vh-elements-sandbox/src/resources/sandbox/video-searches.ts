import { LruCache } from '../../store/database/lru-cache.ts';
import type { Video, Videos } from '../../store/media/videos.ts';

const NEWEST = { column: 'created_at', order: 'desc' } as const;
/** More than a few people look for at once. */
const MOST = 32;

interface Found {
  revision: number;
  ids: readonly string[];
  total: number;
}

/**
 * Pages of the newest videos, by id or title, for a page that asks again and again: among many videos a search holds up the
 * service, so that it is made anew only when it can find something else.
 */
export class VideoSearches {
  readonly #videos: Pick<Videos, 'list' | 'get' | 'revision'>;
  readonly #found = new LruCache<string, Found>(MOST);

  constructor(videos: Pick<Videos, 'list' | 'get' | 'revision'>) {
    this.#videos = videos;
  }

  /** One page of the videos that the text is the id of, or a part of the title; of all where it is empty. */
  page(
    text: string,
    { pageSize, offset }: { pageSize: number; offset: number },
  ): { videos: Video[]; total: number } {
    const { revision } = this.#videos;
    const key = JSON.stringify([text, pageSize, offset]);
    const known = this.#found.get(key);
    if (known?.revision === revision) {
      const videos = known.ids.map((id) => this.#videos.get(id)).filter((one) => one !== undefined);
      return { videos, total: known.total };
    }
    const found = this.#search(text, { pageSize, offset });
    this.#found.set(key, { revision, ids: found.videos.map(({ videoId }) => videoId), total: found.total });
    return found;
  }

  #search(text: string, page: { pageSize: number; offset: number }): { videos: Video[]; total: number } {
    const named = this.#videos.get(text);
    if (named) return { videos: [named], total: 1 };
    return this.#videos.list(
      { ...(text === '' ? {} : { title: text }), tags: [], metadata: [] },
      NEWEST,
      page,
    );
  }
}
