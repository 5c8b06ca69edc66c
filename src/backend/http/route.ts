import { isId } from '../../core/wire/id.ts';
import type { Playback } from '../../core/wire/playback.ts';

/** The reads of one video or stream. */
export type OneRead = 'status' | 'captions' | 'chapters' | 'live-stream' | 'player';

/** The lists that a site may open. */
export type ListName = 'videos' | 'live-streams';

/** The routes by which an author changes their own video. */
export type AuthorRoute = 'caption-change' | 'details-change' | 'poster-change';

/** The route of a request. Requests without a route get 404. */
export type Route =
  | { name: 'grants' }
  | { name: AuthorRoute; id: string }
  | { name: 'playback'; kind: Playback['kind']; id: string }
  | { name: 'embed' | 'embed-playback'; kind: Playback['kind']; id: string }
  | { name: 'oembed' }
  | { name: 'read'; what: OneRead; id: string }
  | { name: 'list'; what: ListName };

const PLAYBACKS: Readonly<Partial<Record<string, Playback['kind']>>> = {
  'videos': 'video',
  'live-streams': 'live-stream',
};

const THINGS: Readonly<Partial<Record<string, OneRead>>> = {
  'live-streams': 'live-stream',
  'players': 'player',
};

/** What an author may change of a video, and nobody read there. */
const CHANGES: Readonly<Partial<Record<string, AuthorRoute>>> = {
  details: 'details-change',
  poster: 'poster-change',
};

const OF_A_VIDEO: readonly string[] = ['status', 'captions', 'chapters'] satisfies OneRead[];

/**
 * The route of a request; ids are matched as they came, so that whatever is encoded, dotted or doubled matches nothing.
 * One path takes two methods: an author reads the captions of a video there, and changes them.
 */
export function routeOf(pathname: string, basePath: string, method = 'GET'): Route | undefined {
  if (!pathname.startsWith(`${basePath}/`)) return undefined;
  const [first = '', second, third, ...rest] = pathname.slice(basePath.length + 1).split('/');
  if (first === 'embed') return embed([second, third, ...rest]);
  if (rest.length > 0) return undefined;
  if (second === undefined) return alone(first);
  if (first === 'playback') {
    const kind = own(PLAYBACKS, second);
    return kind && isId(third) ? { name: 'playback', kind, id: third } : undefined;
  }
  if (!isId(second)) return undefined;
  if (third === undefined) {
    const what = own(THINGS, first);
    return what && { name: 'read', what, id: second };
  }
  const change = first === 'videos' ? own(CHANGES, third) : undefined;
  if (change) return { name: change, id: second };
  if (first !== 'videos' || !OF_A_VIDEO.includes(third)) return undefined;
  if (third === 'captions' && method === 'POST') return { name: 'caption-change', id: second };
  return { name: 'read', what: third as OneRead, id: second };
}

function embed([folder = '', id, last, ...rest]: (string | undefined)[]): Route | undefined {
  const kind = own(PLAYBACKS, folder);
  if (!kind || !isId(id) || rest.length > 0 || (last !== undefined && last !== 'playback')) return undefined;
  return { name: last === undefined ? 'embed' : 'embed-playback', kind, id };
}

function alone(word: string): Route | undefined {
  if (word === 'grants' || word === 'oembed') return { name: word };
  return word === 'videos' || word === 'live-streams' ? { name: 'list', what: word } : undefined;
}

/** The table's own entry: not `constructor`, nor another member of every object. */
function own<T>(table: Readonly<Partial<Record<string, T>>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
