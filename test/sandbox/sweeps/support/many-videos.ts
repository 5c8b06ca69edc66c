import { Database } from '../../../../packages/vh-elements-sandbox/src/store/database/database.ts';
import { Videos } from '../../../../packages/vh-elements-sandbox/src/store/media/videos.ts';

/** So many of all videos have each rare tag, pair and word, however many there are. */
const RARE = 50;

/** Gives a sandbox's database so many videos more. */
export function addVideos(file: string, count: number): void {
  const database = new Database(file);
  const videos = new Videos(database);
  try {
    for (let from = 0; from < count; from += 1_000) {
      database.transaction(() => {
        for (let at = from; at < Math.min(count, from + 1_000); at++) videos.create(videoOf(at, count));
      });
    }
  } finally {
    database.close();
  }
}

function videoOf(at: number, count: number) {
  const isRare = at % Math.floor(count / RARE) === 0;
  return {
    title: `${isRare ? 'Rarely seen' : 'A film'} number ${(at * 7919) % count}`,
    tags: ['film', ...(isRare ? ['rare'] : [])],
    metadata: [{ key: 'group', value: String(at % 10) }, ...(isRare ? [{ key: 'kind', value: 'rare' }] : [])],
  };
}

/** The lists that people ask for, by what they are. `pages` is the number of the last page of 25. */
export function listsOf(count: number): Readonly<Record<string, string>> {
  const last = Math.ceil(count / 25);
  return {
    'page 1': '/videos',
    'a page in the middle': `/videos?currentPage=${Math.ceil(last / 2)}`,
    'the last page': `/videos?currentPage=${last}`,
    'sorted by title': '/videos?sortBy=title',
    'sorted by title, a late page': `/videos?sortBy=title&currentPage=${last - 1}`,
    'by a tag': '/videos?tags[]=rare',
    'by metadata': '/videos?metadata[kind]=rare',
    'by a tag and metadata': '/videos?tags[]=rare&metadata[kind]=rare',
    'by title': '/videos?title=rarely',
    'by metadata that one in ten has': '/videos?metadata[group]=3',
    'by a tag that all have': '/videos?tags[]=film',
  };
}
